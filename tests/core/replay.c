// SPDX-License-Identifier: GPL-2.0-or-later
//
// The native end of golden replays: operations on standard input (script.h), one line of findings on standard output
// for each, flushed at the end. It compares nothing; that is tests/replay's part.
//
// A result line is fields NAME=VALUE apart by blanks: ret value at status wr vh sh pre prew prev used reserved req
// freed deferred live h copied copy next wrs, as far as the operation reports; moves of iterators and cursors; then
// sum, cont, find, dump as asked for. 'prew' is what the whole-height formula asks for, 'prev' what that of 6.16 does.
//
//     at=FIRST,LAST      req=1s,2B,...  (capital: refused)      wrs=count of each store type, in the order of the enum
//     moves=N followed by N of INDEX:LAST:WORD:STATUS, each after a blank; the call that ended the loop is among them
//     find=N followed by N of INVARIANT:NODE:SLOT:FOUND:WANTED:EXCUSED, each after a blank
//     state=STATUS,INDEX,LAST,OFFSET,END,MIN,MAX,NODE,INNER held=N      of an operation on a kept state
//     dump=N at the end of the line, followed by N lines

#define _POSIX_C_SOURCE 200809L // getline

#include "script.h"

#include "src/dump.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void print_requests(const struct script_result *result)
{
	printf(" req=");
	for (uint32_t i = 0; i < result->requests_kept; i++) {
		uint32_t request = result->requests[i];
		const char *letter = request & 0x40000000u ? (request & 0x80000000u ? "B" : "b")
		                                           : (request & 0x80000000u ? "S" : "s");

		printf("%s%" PRIu32 "%s", i ? "," : "", request & 0x3fffffffu, letter);
	}
}

static void print_record(const struct script_result *result)
{
	const struct mpl_step_record *r = &result->record;

	printf("ret=%d value=0x%" PRIx64 " at=0x%" PRIx64 ",0x%" PRIx64 " status=%d", r->ret, r->value, r->index, r->last,
	       r->status);
	printf(" wr=%d vh=%d sh=%d pre=%d prew=%d prev=%d used=%u reserved=%u", r->store_type, r->vacant_height,
	       r->sufficient_height, r->pre, r->pre_whole, r->pre_vacancy, r->used, r->reserved);
	print_requests(result);
	printf(" freed=%u deferred=%u live=%u h=%u copied=%u copy=%s next=0x%" PRIx64 " wrs=", r->freed, r->deferred, r->live,
	       r->height, r->copied, result->copy_differs ? "differs" : "same", r->next);
	for (unsigned i = 0; i < sizeof(r->store_counts) / sizeof(r->store_counts[0]); i++)
		printf("%s%u", i ? "," : "", r->store_counts[i]);
}

static void print_moves(const struct script_result *result)
{
	printf(" moves=%zu", result->visit_count);
	for (size_t i = 0; i < result->visit_count; i++) {
		const struct mpl_visit_record *v = &result->visits[i];

		printf(" 0x%" PRIx64 ":0x%" PRIx64 ":0x%" PRIx64 ":%d", v->index, v->last, v->word, v->status);
	}
}

static void print_state(const struct mpl_state_record *s)
{
	printf(" state=%d,0x%" PRIx64 ",0x%" PRIx64 ",%u,%u,0x%" PRIx64 ",0x%" PRIx64 ",%" PRIu64 ",%u held=%u", s->status,
	       s->index, s->last, s->offset, s->end, s->min, s->max, s->node, s->inner, mpl_states_held());
}

static void print_findings(void)
{
	uint32_t count = mpl_validate(script_tree());

	if (count > MPL_FINDING_ROOM)
		count = MPL_FINDING_ROOM;
	printf(" find=%u", count);
	for (uint32_t i = 0; i < count; i++) {
		const struct mpl_finding *f = &mpl_findings()[i];

		printf(" %u:%" PRIu64 ":%d:0x%" PRIx64 ":0x%" PRIx64 ":%u", f->invariant, f->node, f->slot, f->found, f->wanted,
		       f->excused);
	}
}

static void count_line(void *context, const char *line, size_t bytes)
{
	(void)line;
	(void)bytes;
	++*(unsigned *)context;
}

static void print_line(void *context, const char *line, size_t bytes)
{
	(void)context;
	fwrite(line, 1, bytes, stdout);
	putchar('\n');
}

static void print_dump(void)
{
	uint64_t root = mpl_tree_info(script_tree())->root;
	unsigned lines = 0;

	mpl_dump_lines(root, count_line, &lines);
	printf(" dump=%u\n", lines);
	mpl_dump_lines(root, print_line, NULL);
}

static void answer(const struct script_op *op, const struct script_result *result)
{
	if (result->reports)
		print_record(result);
	else
		printf("h=%" PRIu32 " live=%" PRIu32, mpl_facts(script_tree())->height, mpl_live());
	if (result->visits)
		print_moves(result);
	if (result->has_state)
		print_state(&result->state);
	if (op->sum)
		printf(" sum=%016" PRIx64, mpl_sum(script_tree()));
	if (op->contents)
		printf(" cont=%016" PRIx64, mpl_contents(script_tree()));
	if (op->validate)
		print_findings();
	if (op->dump)
		print_dump();
	else
		putchar('\n');
}

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	unsigned number = 0;

	while (getline(&line, &room, stdin) >= 0) {
		struct script_op op;
		struct script_result result;
		const char *wrong = script_parse(line, &op);

		number++;
		if (!wrong && op.name != SCRIPT_TREE && !script_tree())
			wrong = "the first operation is tree";
		if (wrong) {
			fprintf(stderr, "replay: line %u: %s\n", number, wrong);
			return 2;
		}
		script_run(&op, &result);
		answer(&op, &result);
		script_done(&result);
		script_forget(&op);
	}
	free(line);
	return 0;
}
