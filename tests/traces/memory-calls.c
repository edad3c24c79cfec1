// SPDX-License-Identifier: GPL-2.0-or-later
//
// A small program that makes every call a replay knows, some of them from two threads at once. See README.md. Built
// with `cc -O1 -pthread`; prints nothing.

#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096ul

static void *anonymous(size_t pages, int prot)
{
	return mmap(NULL, pages * PAGE, prot, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

// Maps, cuts holes and unmaps again, so that both threads' calls cross each other.
static void *work(void *seed)
{
	uintptr_t rounds = 40;
	char *kept[8] = { 0 };

	for (uintptr_t k = 0; k < rounds; k++) {
		size_t pages = 1 + (k * 7 + (uintptr_t)seed) % 9;
		char **place = &kept[(k + (uintptr_t)seed) % 8];

		if (*place)
			munmap(*place, PAGE);
		*place = anonymous(pages, PROT_READ | PROT_WRITE);
		**place = 1;
	}
	return malloc(200000);
}

static void resize(void)
{
	char *grown = anonymous(4, PROT_READ | PROT_WRITE);
	char *wall = mmap(grown + 4 * PAGE, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
	char *place = anonymous(64, PROT_NONE);

	memset(grown, 1, 4 * PAGE);
	grown = mremap(grown, 4 * PAGE, 16 * PAGE, MREMAP_MAYMOVE); // The wall is in its way.
	grown = mremap(grown, 16 * PAGE, 6 * PAGE, 0);
	grown = mremap(grown, 6 * PAGE, 6 * PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, place + 8 * PAGE);
	mremap(grown, 6 * PAGE, 9 * PAGE, 0); // Fails: no room behind it.
	munmap(wall, PAGE);
}

static void advise(void)
{
	char *area = anonymous(12, PROT_READ | PROT_WRITE);

	memset(area, 1, 12 * PAGE);
	madvise(area + 2 * PAGE, 2 * PAGE, MADV_DONTFORK);
	madvise(area + 6 * PAGE, PAGE, MADV_WIPEONFORK);
	madvise(area + 8 * PAGE, 4 * PAGE, MADV_DONTNEED);
	madvise(area + 3 * PAGE, PAGE, MADV_DOFORK);
	mlock(area + 9 * PAGE, 100);
	madvise(area + 100, PAGE, MADV_DONTFORK);   // Fails: not at a page.
	mprotect(area + 10 * PAGE, PAGE, PROT_READ);
	mprotect(area + 10 * PAGE, PAGE, PROT_READ | PROT_WRITE);
}

int main(void)
{
	pthread_t threads[2];
	char *end = sbrk(0);

	for (uintptr_t k = 0; k < 2; k++)
		pthread_create(&threads[k], NULL, work, (void *)(k * 3));
	for (int k = 0; k < 2; k++)
		pthread_join(threads[k], NULL);
	resize();
	advise();
	brk(end + 40 * PAGE);
	brk(end + 7 * PAGE + 5);
	mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	munmap(NULL, 0); // Fails.
	_exit(0);
}
