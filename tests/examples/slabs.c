/* SPDX-License-Identifier: MIT */
/* Copyright (c) 2026 The wbtree authors */

/*
 * A slab allocator that frees by address alone, used by threads that free each other's
 * objects. Its parts are in slab/.
 */
#include <pthread.h>

#include "example.h"
#include "slab/slab.h"

enum { THREADS = 4, ROUNDS = 20000, HELD = 256 };

struct message {
	unsigned int sum;
	unsigned char text[92];
};

static struct slab_pool *pool;
static struct slab_cache *messages;
static struct message *table[HELD]; /* any thread frees what any other left there */

static struct message *new_message(struct slab_thread *thread, unsigned int seed)
{
	struct message *message = slab_alloc(thread, messages);
	size_t i;

	if (!message)
		return NULL;
	message->sum = 0;
	for (i = 0; i < sizeof(message->text); i++)
		message->sum += message->text[i] = (unsigned char)(seed >> i % 16);
	return message;
}

static void end_message(struct slab_thread *thread, struct message *message)
{
	unsigned int sum = 0;
	size_t i;

	for (i = 0; i < sizeof(message->text); i++)
		sum += message->text[i];
	expect(sum == message->sum);
	expect(slab_free(thread, message) == SLAB_OK);
}

/* Returns NULL if there was memory for all. */
static void *send_and_receive(void *number)
{
	struct slab_thread *thread = slab_attach(pool, 0);
	unsigned int state = (unsigned int)(uintptr_t)number;
	struct message *message = NULL;
	int i;

	for (i = 0; thread && i < ROUNDS; i++) {
		state = state * 1103515245 + 12345;
		message = new_message(thread, state);
		if (!message)
			break;
		message = __atomic_exchange_n(&table[state >> 16 & (HELD - 1)], message,
					      __ATOMIC_ACQ_REL);
		if (message)
			end_message(thread, message);
	}
	if (thread)
		slab_detach(thread);
	return i < ROUNDS ? number : NULL;
}

/* What each wrong address is answered with. */
static void show_errors(struct slab_thread *thread)
{
	struct message *message = allocated(new_message(thread, 1));
	int local;

	printf("an address of the stack: %s\n", slab_strerror(slab_free(thread, &local)));
	printf("the middle of an object: %s\n", slab_strerror(slab_free(thread, message->text)));
	printf("an object: %s\n", slab_strerror(slab_free(thread, message)));
	printf("the same again: %s\n", slab_strerror(slab_free(thread, message)));
}

int main(int argc, char **argv)
{
	const struct slab_options options = { .queues = true };
	struct slab_thread *thread;
	pthread_t threads[THREADS];
	bool short_of_memory = false;
	size_t leaked = 0;
	uintptr_t i;

	refuse_arguments(argc, argv);
	pool = allocated(slab_pool_create(&options));
	messages = allocated(slab_cache_create(pool, sizeof(struct message), 0, NULL));
	thread = allocated(slab_attach(pool, 0));
	for (i = 0; i < THREADS; i++)
		if (pthread_create(&threads[i], NULL, send_and_receive, (void *)(i + 1)))
			fail("%s: no thread could be started", argv[0]);
	for (i = 0; i < THREADS; i++) {
		void *result;

		expect(!pthread_join(threads[i], &result));
		short_of_memory |= result != NULL;
	}
	if (short_of_memory)
		fail("out of memory");
	show_errors(thread);
	expect(slab_cache_destroy(messages, &leaked) == SLAB_E_LEAK && leaked);
	printf("%zu objects that threads left to each other\n", leaked);
	for (i = 0; i < HELD; i++)
		if (table[i])
			end_message(thread, table[i]);
	slab_detach(thread);
	expect(slab_cache_destroy(messages, &leaked) == SLAB_OK);
	slab_pool_destroy(pool);
	return close_output();
}
