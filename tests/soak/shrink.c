// SPDX-License-Identifier: GPL-2.0-or-later
//
// Makes a failing world small: takes acts away, then makes the arguments of those left simpler, as long as something
// still fails. Each attempt runs in a process of its own, so that an abort, a sanitizer's report or an endless loop is
// a failure like any other.
//
//     shrink world SEED NUMBER    a world of the soak
//     shrink bytes FILE           an input of the fuzzer
//     shrink acts FILE            acts, one a line
//
// Standard output is the scenario, what fails in comments, and after a line `# acts` the acts in comments too.
// Exit 1 if nothing fails.

#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#include "simplify.h"
#include "world.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROOM 65536u
#define SECONDS 20
#define MESSAGE 1000

// What a child sends its parent.
static struct {
	uint32_t count;
	struct act act[ROOM];
} *heard;

static void hear(const struct act *act)
{
	if (heard->count < ROOM)
		heard->act[heard->count++] = *act;
}

// ---- One attempt ----

static int pipe_ends[2];

static pid_t start_child(void)
{
	if (pipe(pipe_ends))
		exit(2);
	pid_t child = fork();

	if (child < 0)
		exit(2);
	if (!child) {
		dup2(pipe_ends[1], 2);
		close(pipe_ends[0]);
		alarm(SECONDS);
	} else {
		close(pipe_ends[1]);
	}
	return child;
}

// Whether the child failed; its first words of complaint go to 'message' (MESSAGE bytes, or NULL).
static bool end_child(pid_t child, char *message)
{
	char text[4096];
	size_t kept = 0;
	ssize_t got;
	int status;

	while ((got = read(pipe_ends[0], text, sizeof(text))) > 0) {
		for (ssize_t i = 0; message && i < got && kept < MESSAGE - 1; i++)
			message[kept++] = text[i];
	}
	if (message)
		message[kept] = 0;
	close(pipe_ends[0]);
	waitpid(child, &status, 0);
	if (message && WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		snprintf(message, MESSAGE, "runs for more than %d seconds", SECONDS);
	return status != 0;
}

static bool fails(const struct act *acts, size_t count)
{
	pid_t child = start_child();

	if (!child) {
		world_run_acts(acts, count);
		_exit(0);
	}
	return end_child(child, NULL);
}

// ---- Where the acts come from ----

static size_t read_acts(const char *name)
{
	FILE *file = fopen(name, "r");
	char line[256];

	if (!file) {
		perror(name);
		exit(2);
	}
	while (fgets(line, sizeof(line), file)) {
		struct act act;

		if (act_read(line[0] == '#' ? line + 1 : line, &act))
			hear(&act);
	}
	fclose(file);
	return heard->count;
}

static void run_bytes(const char *name)
{
	static uint8_t bytes[1 << 20];
	FILE *file = fopen(name, "rb");
	size_t size;

	if (!file) {
		perror(name);
		_exit(0);
	}
	size = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	world_run_bytes(bytes, size, hear);
}

// Runs what was named in a child that reports each act before it does it.
static size_t gather(char **argv)
{
	pid_t child;

	if (!strcmp(argv[1], "acts"))
		return read_acts(argv[2]);
	child = start_child();
	if (!child) {
		if (!strcmp(argv[1], "world"))
			world_run(strtoull(argv[2], NULL, 0), strtoull(argv[3], NULL, 0), hear);
		else
			run_bytes(argv[2]);
		_exit(0);
	}
	return end_child(child, NULL) ? heard->count : 0;
}

// ---- The result ----

static void comment(const char *text)
{
	fputs("# ", stdout);
	for (; *text; text++) {
		putchar(*text);
		if (*text == '\n' && text[1])
			fputs("# ", stdout);
	}
}

static void print(const struct act *acts, size_t count)
{
	static char message[MESSAGE];
	pid_t child = start_child();

	if (!child) {
		world_run_acts(acts, count);
		_exit(0);
	}
	end_child(child, message);
	comment(message);
	if (*message && message[strlen(message) - 1] != '\n')
		putchar('\n');
	for (size_t i = 0; i < count; i++)
		act_tell(stdout, &acts[i]);
	puts("# acts");
	for (size_t i = 0; i < count; i++) {
		putchar('#');
		act_write(stdout, &acts[i]);
	}
}

int main(int argc, char **argv)
{
	struct act *acts;
	size_t count;

	if (argc < 3 || (!strcmp(argv[1], "world") && argc < 4)) {
		fputs("usage: shrink world SEED NUMBER | bytes FILE | acts FILE\n", stderr);
		return 2;
	}
	heard = mmap(NULL, sizeof(*heard), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (heard == MAP_FAILED)
		return 2;
	count = gather(argv);
	acts = calloc(ROOM, sizeof(*acts));
	if (!acts)
		return 2;
	memcpy(acts, heard->act, count * sizeof(*acts));
	if (!count || !fails(acts, count)) {
		fputs("nothing fails\n", stderr);
		return 1;
	}
	count = simplify(acts, count, fails);
	print(acts, count);
	return 0;
}
