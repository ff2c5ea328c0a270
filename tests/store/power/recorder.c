/* Records what a process asks of its disk: preloaded, it notes every write, truncation, sync and
 * removal of a file below CARDROOM_WATCH in the file CARDROOM_RECORD, in the order they happened.
 *
 * A record is: one letter, the length of the path and of the data (32 bits each), the offset (64
 * bits), the path, the data. W write, T truncate (offset is the new length), S sync, U unlink.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t one_by_one = PTHREAD_MUTEX_INITIALIZER;
static int record = -1;

static void put(const void *bytes, size_t length) {
    const char *rest = bytes;
    while (length > 0) {
        long done = syscall(SYS_write, record, rest, length);
        if (done < 0) abort();
        rest += done;
        length -= (size_t)done;
    }
}

static int watched(const char *path) {
    const char *folder = getenv("CARDROOM_WATCH");
    return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int path_of(int file, char *path, size_t room) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, room - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return watched(path);
}

static void note(char what, const char *path, uint64_t offset, const void *data, size_t length) {
    if (record < 0) {
        const char *name = getenv("CARDROOM_RECORD");
        record = (int)syscall(SYS_openat, AT_FDCWD, name ? name : "",
                              O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (record < 0) abort();
    }
    uint32_t sizes[2] = {(uint32_t)strlen(path), (uint32_t)length};
    put(&what, 1);
    put(sizes, sizeof sizes);
    put(&offset, sizeof offset);
    put(path, sizes[0]);
    put(data, length);
}

static ssize_t write_at(int file, const void *data, size_t length, off64_t offset) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    char path[4096];
    pthread_mutex_lock(&one_by_one);
    ssize_t done = real(file, data, length, offset);
    if (done > 0 && path_of(file, path, sizeof path))
        note('W', path, (uint64_t)offset, data, (size_t)done);
    pthread_mutex_unlock(&one_by_one);
    return done;
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
    return write_at(file, data, length, offset);
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
    return write_at(file, data, length, offset);
}

ssize_t write(int file, const void *data, size_t length) {
    char path[4096];
    pthread_mutex_lock(&one_by_one);
    off64_t offset = lseek64(file, 0, SEEK_CUR);
    ssize_t done = syscall(SYS_write, file, data, length);
    if (done > 0 && path_of(file, path, sizeof path))
        note('W', path, (uint64_t)offset, data, (size_t)done);
    pthread_mutex_unlock(&one_by_one);
    return done;
}

static int cut(int file, off64_t length) {
    static int (*real)(int, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "ftruncate64");
    char path[4096];
    pthread_mutex_lock(&one_by_one);
    int failed = real(file, length);
    if (!failed && path_of(file, path, sizeof path)) note('T', path, (uint64_t)length, "", 0);
    pthread_mutex_unlock(&one_by_one);
    return failed;
}

int ftruncate(int file, off_t length) { return cut(file, length); }

int ftruncate64(int file, off64_t length) { return cut(file, length); }

static int synced(int file, const char *how) {
    int (*real)(int) = dlsym(RTLD_NEXT, how);
    char path[4096];
    pthread_mutex_lock(&one_by_one);
    int failed = real(file);
    if (!failed && path_of(file, path, sizeof path)) note('S', path, 0, "", 0);
    pthread_mutex_unlock(&one_by_one);
    return failed;
}

int fsync(int file) { return synced(file, "fsync"); }

int fdatasync(int file) { return synced(file, "fdatasync"); }

int unlink(const char *path) {
    static int (*real)(const char *);
    if (!real) real = dlsym(RTLD_NEXT, "unlink");
    pthread_mutex_lock(&one_by_one);
    int failed = real(path);
    if (!failed && watched(path)) note('U', path, 0, "", 0);
    pthread_mutex_unlock(&one_by_one);
    return failed;
}
