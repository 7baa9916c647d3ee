// Preloaded into a server under test (LD_PRELOAD): records all operations of the process on the files of one folder, in
// order, and makes them fail on request. A test tool, not part of the product.
//
// SQLite calls these functions through pointers that the dynamic linker fills. Rust's standard library calls them by
// name. So the calls of both are recorded. System calls without libc (the rename at the end of an atomic write of the
// search index) are not recorded; the index is derived data, and is not replayed.
//
// CARREL_FAULTS_FOLDER   the folder; other files are ignored
// CARREL_FAULTS_LOG      where to append the records; without it nothing is recorded
// CARREL_FAULTS_CONTROL  a mapped file of 32-bit numbers: which operations fail now (see enum control)
//
// A record is a head of five little-endian 64-bit numbers (kind, file, offset, length, extra) and `length` bytes.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum kind { OPENED = 1, WROTE = 2, CUT = 3, SYNC_BEGAN = 4, SYNC_ENDED = 5, UNLINKED = 6, RENAMED = 7 };

// The numbers of the control file: an errno, or 0 while the disk works.
enum control {
    WRITES_FAIL,   // writing, growing and creating files
    READS_FAIL,    // every second read
    SYNCS_FAIL,    // fsync and fdatasync
    WHICH,         // 0 all files, 1 the database's, 2 all others, 3 the database's without its log
    FAILED,        // the number of failed calls, counted by this library
    CONTROLS
};

#define DESCRIPTORS 65536
// A recorded sync takes this many nanoseconds longer.
#define SLOWNESS 2000000

static char folder[PATH_MAX];
static size_t folder_length;
static int log_descriptor = -1;
static volatile int32_t *control;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

enum owner { OTHER, LOG, DATABASE };

// For each open descriptor of a file in the folder: the number of its opening, and what the file belongs to.
static struct { int64_t opening; enum owner owner; } open_files[DESCRIPTORS];
static int64_t openings;
static int64_t syncs;

static int (*real_open)(const char *, int, ...);
static int (*real_openat)(int, const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_writev)(int, const struct iovec *, int);
static ssize_t (*real_pread)(int, void *, size_t, off_t);
static ssize_t (*real_read)(int, void *, size_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_unlink)(const char *);
static int (*real_rename)(const char *, const char *);

__attribute__((constructor)) static void start(void) {
    real_open = dlsym(RTLD_NEXT, "open64");
    real_openat = dlsym(RTLD_NEXT, "openat64");
    real_close = dlsym(RTLD_NEXT, "close");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_write = dlsym(RTLD_NEXT, "write");
    real_writev = dlsym(RTLD_NEXT, "writev");
    real_pread = dlsym(RTLD_NEXT, "pread64");
    real_read = dlsym(RTLD_NEXT, "read");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    real_rename = dlsym(RTLD_NEXT, "rename");
    const char *path = getenv("CARREL_FAULTS_FOLDER");
    if (path == NULL || strlen(path) >= PATH_MAX) return;
    strcpy(folder, path);
    folder_length = strlen(folder);
    const char *log = getenv("CARREL_FAULTS_LOG");
    if (log != NULL) {
        int descriptor = real_open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        // A high number, so that it does not collide with the descriptors a program expects to get.
        log_descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 1000);
        real_close(descriptor);
        if (log_descriptor < 0) abort();
        // Several processes may record into one log, one after the other: each starts at a different number.
        openings = syncs = (int64_t)getpid() << 32;
    }
    const char *control_path = getenv("CARREL_FAULTS_CONTROL");
    if (control_path != NULL) {
        int descriptor = real_open(control_path, O_RDWR | O_CLOEXEC);
        void *mapped = mmap(NULL, CONTROLS * sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
        if (descriptor < 0 || mapped == MAP_FAILED) abort();
        real_close(descriptor);
        control = mapped;
    }
}

static void record(enum kind kind, int64_t file, int64_t offset, int64_t extra, const void *bytes, size_t length) {
    if (log_descriptor < 0) return;
    int64_t head[5] = {kind, file, offset, (int64_t)length, extra};
    struct iovec parts[2] = {{head, sizeof head}, {(void *)bytes, length}};
    if (real_writev(log_descriptor, parts, 2) != (ssize_t)(sizeof head + length)) abort();
}

// The path relative to the folder, or NULL.
static const char *inside(const char *path) {
    if (folder_length == 0 || strncmp(path, folder, folder_length) != 0) return NULL;
    if (path[folder_length] == '\0') return "";
    return path[folder_length] == '/' ? path + folder_length + 1 : NULL;
}

static int is_ours(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTORS && open_files[descriptor].opening != 0;
}

// The errno with which a call on such a file fails now, or 0.
static int failing(enum control what, enum owner owner) {
    if (control == NULL || control[what] == 0) return 0;
    int32_t which = control[WHICH];
    if ((which == 1 && owner == OTHER) || (which == 2 && owner != OTHER) || (which == 3 && owner != DATABASE)) return 0;
    static int reads;
    if (what == READS_FAIL && __atomic_fetch_add(&reads, 1, __ATOMIC_RELAXED) % 2 == 0) return 0;
    __atomic_fetch_add((int32_t *)&control[FAILED], 1, __ATOMIC_RELAXED);
    return control[what];
}

static int file_failing(enum control what, int descriptor) {
    return is_ours(descriptor) ? failing(what, open_files[descriptor].owner) : 0;
}

static int opening(int at, const char *path, int flags, mode_t mode) {
    // Our programs never open files of the folder relative to another directory descriptor.
    const char *name = at == AT_FDCWD ? inside(path) : NULL;
    if (name == NULL) return real_openat(at, path, flags, mode);
    enum owner owner = strncmp(name, "carrel.sqlite", 13) != 0 ? OTHER : name[13] == '\0' ? DATABASE : LOG;
    pthread_mutex_lock(&lock);
    int is_new = (flags & O_CREAT) && access(path, F_OK) != 0;
    int error = is_new ? failing(WRITES_FAIL, owner) : 0;
    int descriptor = -1;
    if (error != 0) errno = error;
    else descriptor = real_openat(at, path, flags, mode);
    int kept = errno;
    if (descriptor >= 0 && descriptor < DESCRIPTORS) {
        open_files[descriptor].opening = ++openings;
        open_files[descriptor].owner = owner;
        record(OPENED, openings, is_new, (flags & O_TRUNC) != 0, name, strlen(name));
    }
    pthread_mutex_unlock(&lock);
    errno = kept;
    return descriptor;
}

#define MODE_OF(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char *path, int flags, ...) { MODE_OF(flags) return opening(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE_OF(flags) return opening(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE_OF(flags) return opening(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE_OF(flags) return opening(at, path, flags, mode); }

int close(int descriptor) {
    // A program that closes all descriptors must not close the log.
    if (descriptor == log_descriptor && descriptor >= 0) return 0;
    pthread_mutex_lock(&lock);
    if (is_ours(descriptor)) open_files[descriptor].opening = 0;
    int outcome = real_close(descriptor);
    pthread_mutex_unlock(&lock);
    return outcome;
}

static ssize_t refuse(int error) {
    errno = error;
    return -1;
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off_t offset) {
    if (!is_ours(descriptor)) return real_pwrite(descriptor, bytes, length, offset);
    int error = file_failing(WRITES_FAIL, descriptor);
    if (error != 0) return refuse(error);
    pthread_mutex_lock(&lock);
    ssize_t written = real_pwrite(descriptor, bytes, length, offset);
    if (written > 0) record(WROTE, open_files[descriptor].opening, offset, 0, bytes, (size_t)written);
    int kept = errno;
    pthread_mutex_unlock(&lock);
    errno = kept;
    return written;
}
ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    return pwrite64(descriptor, bytes, length, offset);
}

// The offset of the next plain write.
static off_t place(int descriptor) {
    if (fcntl(descriptor, F_GETFL) & O_APPEND) {
        struct stat status;
        return fstat(descriptor, &status) == 0 ? status.st_size : 0;
    }
    return lseek(descriptor, 0, SEEK_CUR);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    if (!is_ours(descriptor)) return real_write(descriptor, bytes, length);
    int error = file_failing(WRITES_FAIL, descriptor);
    if (error != 0) return refuse(error);
    pthread_mutex_lock(&lock);
    off_t offset = place(descriptor);
    ssize_t written = real_write(descriptor, bytes, length);
    if (written > 0) record(WROTE, open_files[descriptor].opening, offset, 0, bytes, (size_t)written);
    int kept = errno;
    pthread_mutex_unlock(&lock);
    errno = kept;
    return written;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    if (!is_ours(descriptor) || count < 1) return real_writev(descriptor, parts, count);
    // A short write is allowed; the caller continues with the rest.
    for (int part = 0; part < count; part++)
        if (parts[part].iov_len > 0) return write(descriptor, parts[part].iov_base, parts[part].iov_len);
    return 0;
}

ssize_t pread64(int descriptor, void *bytes, size_t length, off_t offset) {
    int error = file_failing(READS_FAIL, descriptor);
    return error != 0 ? refuse(error) : real_pread(descriptor, bytes, length, offset);
}
ssize_t pread(int descriptor, void *bytes, size_t length, off_t offset) {
    return pread64(descriptor, bytes, length, offset);
}

ssize_t read(int descriptor, void *bytes, size_t length) {
    int error = file_failing(READS_FAIL, descriptor);
    return error != 0 ? refuse(error) : real_read(descriptor, bytes, length);
}

int ftruncate64(int descriptor, off_t length) {
    if (!is_ours(descriptor)) return real_ftruncate(descriptor, length);
    pthread_mutex_lock(&lock);
    int outcome = real_ftruncate(descriptor, length);
    if (outcome == 0) record(CUT, open_files[descriptor].opening, length, 0, NULL, 0);
    int kept = errno;
    pthread_mutex_unlock(&lock);
    errno = kept;
    return outcome;
}
int ftruncate(int descriptor, off_t length) { return ftruncate64(descriptor, length); }

// Data that was written before a sync began is on the disk when the sync ends; data that is written meanwhile may be.
static int syncing(int descriptor, int (*real)(int)) {
    if (!is_ours(descriptor)) return real(descriptor);
    int error = file_failing(SYNCS_FAIL, descriptor);
    if (error != 0) return (int)refuse(error);
    pthread_mutex_lock(&lock);
    int64_t number = ++syncs, file = open_files[descriptor].opening;
    record(SYNC_BEGAN, file, 0, number, NULL, 0);
    pthread_mutex_unlock(&lock);
    int outcome = real(descriptor);
    int kept = errno;
    if (outcome == 0) {
        // The client notes the position of a response in the recording after it has read it. On a disk that syncs in 60
        // microseconds, a response that was sent before its sync had ended would be noted after the sync, and the error
        // would be invisible.
        if (log_descriptor >= 0) nanosleep(&(struct timespec){.tv_nsec = SLOWNESS}, NULL);
        pthread_mutex_lock(&lock);
        record(SYNC_ENDED, file, 0, number, NULL, 0);
        pthread_mutex_unlock(&lock);
    }
    errno = kept;
    return outcome;
}

int fsync(int descriptor) { return syncing(descriptor, real_fsync); }
int fdatasync(int descriptor) { return syncing(descriptor, real_fdatasync); }

int unlink(const char *path) {
    const char *name = inside(path);
    if (name == NULL) return real_unlink(path);
    pthread_mutex_lock(&lock);
    int outcome = real_unlink(path);
    if (outcome == 0) record(UNLINKED, 0, 0, 0, name, strlen(name));
    int kept = errno;
    pthread_mutex_unlock(&lock);
    errno = kept;
    return outcome;
}

int rename(const char *from, const char *to) {
    const char *old = inside(from), *new = inside(to);
    if (old == NULL || new == NULL) return real_rename(from, to);
    char names[2 * PATH_MAX];
    int length = snprintf(names, sizeof names, "%s\n%s", old, new);
    pthread_mutex_lock(&lock);
    int outcome = real_rename(from, to);
    if (outcome == 0) record(RENAMED, 0, 0, 0, names, (size_t)length);
    int kept = errno;
    pthread_mutex_unlock(&lock);
    errno = kept;
    return outcome;
}
