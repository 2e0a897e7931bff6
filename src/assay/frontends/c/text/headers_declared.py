"""Headers of ISO C and POSIX whose functions are declared so that one that is not modelled is refused by its name."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from assay.frontends.c.text.headers_of_tools import TOOLS


def _formats() -> str:
    """The macros of inttypes.h that name conversions, as glibc defines them for both data models."""
    lines = ["#ifdef __LP64__", '#define __PRI_64 "l"', '#define __PRI_PTR "l"', "#else"]
    lines += ['#define __PRI_64 "ll"', '#define __PRI_PTR ""', "#endif"]
    widths = {"MAX": "__PRI_64", "PTR": "__PRI_PTR"}
    for kind in ("", "LEAST", "FAST"):
        wide = "__PRI_PTR" if kind == "FAST" else '""'
        widths |= {f"{kind}8": '""', f"{kind}16": wide, f"{kind}32": wide, f"{kind}64": "__PRI_64"}
    for name, prefix in widths.items():
        narrow = {"8": '"hh"', "16": '"h"'}.get(name.removeprefix("LEAST")) or ('"hh"' if name == "FAST8" else prefix)
        lines += [f'#define PRI{letter}{name} {prefix} "{letter}"' for letter in "diouxX"]
        lines += [f'#define SCN{letter}{name} {narrow} "{letter}"' for letter in "dioux"]
    return "\n".join(lines)


_INTTYPES: Final = f"""
#pragma once
#include <stdint.h>
typedef struct {{ intmax_t quot, rem; }} imaxdiv_t;
intmax_t imaxabs(intmax_t); imaxdiv_t imaxdiv(intmax_t, intmax_t);
intmax_t strtoimax(const char *, char **, int); uintmax_t strtoumax(const char *, char **, int);
{_formats()}
"""
_ERRORS: Final = """
EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT ENOTBLK EBUSY EEXIST EXDEV
ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK
ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY ELOOP
"""
_LATER_ERRORS: Final = MappingProxyType(
    {
        "EWOULDBLOCK": 11,
        "ENOMSG": 42,
        "EIDRM": 43,
        "ENOSTR": 60,
        "ENODATA": 61,
        "ETIME": 62,
        "ENOSR": 63,
        "EPROTO": 71,
        "EBADMSG": 74,
        "EOVERFLOW": 75,
        "EILSEQ": 84,
        "ENOTSOCK": 88,
        "EMSGSIZE": 90,
        "EPROTONOSUPPORT": 93,
        "EOPNOTSUPP": 95,
        "ENOTSUP": 95,
        "EAFNOSUPPORT": 97,
        "EADDRINUSE": 98,
        "EADDRNOTAVAIL": 99,
        "ENETDOWN": 100,
        "ENETUNREACH": 101,
        "ECONNABORTED": 103,
        "ECONNRESET": 104,
        "ENOBUFS": 105,
        "EISCONN": 106,
        "ENOTCONN": 107,
        "ETIMEDOUT": 110,
        "ECONNREFUSED": 111,
        "EHOSTUNREACH": 113,
        "EALREADY": 114,
        "EINPROGRESS": 115,
        "ECANCELED": 125,
        "EOWNERDEAD": 130,
        "ENOTRECOVERABLE": 131,
    }
)


def _errors() -> str:
    numbers = {name: number for number, name in enumerate(_ERRORS.split(), 1)} | dict(_LATER_ERRORS)
    return "\n".join(f"#define {name} {number}" for name, number in numbers.items())


_ERRNO: Final = f"""
#pragma once
extern int *__errno_location(void);
#define errno (*__errno_location())
{_errors()}
"""
_FLOAT: Final = "#pragma once\n#define FLT_RADIX __FLT_RADIX__\n#define FLT_ROUNDS 1\n" + "".join(
    f"#define {kind}_{name} __{kind}_{name}__\n"
    for kind in ("FLT", "DBL", "LDBL")
    for name in (
        *("MANT_DIG", "DIG", "MIN_EXP", "MIN_10_EXP", "MAX_EXP", "MAX_10_EXP", "MAX", "MIN", "EPSILON"),
        *("DECIMAL_DIG", "HAS_SUBNORM", "TRUE_MIN"),
    )
).replace("HAS_SUBNORM__", "HAS_DENORM__").replace("TRUE_MIN__", "DENORM_MIN__")
_FLOAT_EXTRA: Final = "#define FLT_EVAL_METHOD __FLT_EVAL_METHOD__\n#define DECIMAL_DIG __DECIMAL_DIG__\n"
_ONE: Final = """
sin cos tan asin acos atan sinh cosh tanh exp exp2 log log2 log10 sqrt cbrt ceil floor trunc round rint nearbyint fabs
erf erfc tgamma lgamma logb
"""
_TWO: Final = "atan2 pow hypot fmod remainder fdim fmax fmin copysign nextafter"


_FLOAT_CLASSES: Final = ("FP_NAN", "FP_INFINITE", "FP_ZERO", "FP_SUBNORMAL", "FP_NORMAL")
_ORDERINGS: Final = ("isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered")


def _math() -> str:
    lines = ["#pragma once", "#define HUGE_VAL (__builtin_huge_val())", "#define INFINITY (__builtin_inff())"]
    lines += ["#define HUGE_VALF (__builtin_huge_valf())", '#define NAN (__builtin_nanf(""))']
    lines += ["#define M_PI 3.14159265358979323846", "#define M_E 2.7182818284590452354"]
    for made, letter in (("double", ""), ("float", "f")):
        lines += [f"{made} {name}{letter}({made});" for name in _ONE.split()]
        lines += [f"{made} {name}{letter}({made}, {made});" for name in _TWO.split()]
        lines += [f"{kind} {name}{letter}({made});" for kind, name in (("long", "lround"), ("long", "lrint"))]
        lines += [f"long long {name}{letter}({made});" for name in ("llround", "llrint")]
        lines += [f"{made} fma{letter}({made}, {made}, {made}); int ilogb{letter}({made});"]
        lines += [f"{made} ldexp{letter}({made}, int); {made} scalbn{letter}({made}, int);"]
        lines += [f"{made} frexp{letter}({made}, int *); {made} modf{letter}({made}, {made} *);"]
        lines += [f"{made} nan{letter}(const char *);"]
    lines += ["double asinh(double); double acosh(double); double atanh(double); double expm1(double);"]
    lines += ["double log1p(double); long double fabsl(long double); long double sqrtl(long double);"]
    for name in ("isnan", "isinf", "finite", "signbit", "fpclassify"):
        lines += [f"int __{name}(double); int __{name}f(float);"]
        macro = {"finite": "isfinite"}.get(name, name)
        lines += [f"#define {macro}(x) (sizeof(x) == sizeof(float) ? __{name}f(x) : __{name}(x))"]
    lines += [f"#define {name} {number}" for number, name in enumerate(_FLOAT_CLASSES)]
    lines += ["#define isnormal(x) (fpclassify(x) == FP_NORMAL)", "int finite(double); int finitef(float);"]
    lines += [f"#define {name}(x, y) __builtin_{name}(x, y)" for name in _ORDERINGS]
    lines += ["typedef float float_t; typedef double double_t;", "#define math_errhandling 3"]
    return "\n".join(lines)


_SETJMP: Final = """
#pragma once
typedef struct { long registers[8]; int saved; unsigned long signals[16]; } jmp_buf[1], sigjmp_buf[1];
int setjmp(jmp_buf); void longjmp(jmp_buf, int) __attribute__((noreturn));
int sigsetjmp(sigjmp_buf, int); void siglongjmp(sigjmp_buf, int) __attribute__((noreturn));
"""
_SIGNAL: Final = """
#pragma once
#include <sys/types.h>
typedef int sig_atomic_t;
typedef struct { unsigned long bits[1024 / (8 * sizeof(unsigned long))]; } sigset_t;
typedef void (*sighandler_t)(int);
#define SIG_DFL ((sighandler_t)0)
#define SIG_IGN ((sighandler_t)1)
#define SIG_ERR ((sighandler_t)-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
sighandler_t signal(int, sighandler_t); int raise(int); int kill(pid_t, int);
int sigemptyset(sigset_t *); int sigfillset(sigset_t *); int sigaddset(sigset_t *, int); int sigdelset(sigset_t *, int);
int sigprocmask(int, const sigset_t *, sigset_t *); int sigsuspend(const sigset_t *);
"""
_TYPES: Final = """
#pragma once
#include <stddef.h>
typedef __PTRDIFF_TYPE__ ssize_t; typedef long off_t; typedef int pid_t; typedef unsigned uid_t; typedef unsigned gid_t;
typedef unsigned mode_t; typedef long time_t; typedef long suseconds_t; typedef unsigned useconds_t;
typedef unsigned id_t; typedef unsigned u_int; typedef unsigned char u_char; typedef unsigned short u_short;
typedef unsigned long u_long;
/* Names by which the machine's own headers know these. */
typedef __PTRDIFF_TYPE__ __ssize_t; typedef long __off_t; typedef unsigned __socklen_t; typedef int __pid_t;
#ifdef __LP64__
typedef long __off64_t;
#else
typedef long long __off64_t;
#endif
"""
_TIME: Final = """
#pragma once
#include <stddef.h>
typedef long time_t;
typedef long clock_t;
#ifndef _STRUCT_TIMESPEC
#define _STRUCT_TIMESPEC 1
struct timespec { time_t tv_sec; long tv_nsec; };
#endif
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff;
  const char *tm_zone; };
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define TIME_UTC 1
time_t time(time_t *); clock_t clock(void); double difftime(time_t, time_t); time_t mktime(struct tm *);
struct tm *gmtime(const time_t *); struct tm *localtime(const time_t *); char *asctime(const struct tm *);
char *ctime(const time_t *); size_t strftime(char *, size_t, const char *, const struct tm *);
int timespec_get(struct timespec *, int); int clock_gettime(int, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);
"""
_PTHREAD: Final = """
#pragma once
#include <time.h>
typedef unsigned long pthread_t;
typedef union { char size[56]; long align; } pthread_attr_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[48]; long long align; } pthread_cond_t;
typedef union { char size[56]; long align; } pthread_rwlock_t;
typedef union { char size[4]; int align; } pthread_mutexattr_t, pthread_condattr_t;
typedef unsigned pthread_key_t; typedef int pthread_once_t;
#define PTHREAD_MUTEX_INITIALIZER { { 0 } }
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_ONCE_INIT 0
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void pthread_exit(void *) __attribute__((noreturn)); pthread_t pthread_self(void); int pthread_detach(pthread_t);
int pthread_equal(pthread_t, pthread_t); int pthread_cancel(pthread_t);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *); int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_trylock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *); int pthread_once(pthread_once_t *, void (*)(void));
int pthread_cond_init(pthread_cond_t *, const pthread_condattr_t *); int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *); int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *); int pthread_attr_init(pthread_attr_t *);
int pthread_attr_destroy(pthread_attr_t *); int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_setspecific(pthread_key_t, const void *); void *pthread_getspecific(pthread_key_t);
"""
_UNISTD: Final = """
#pragma once
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define F_OK 0
#define R_OK 4
#define W_OK 2
#define X_OK 1
ssize_t read(int, void *, size_t); ssize_t write(int, const void *, size_t); int close(int);
off_t lseek(int, off_t, int); unsigned sleep(unsigned); int usleep(useconds_t); pid_t getpid(void); pid_t getppid(void);
uid_t getuid(void); uid_t geteuid(void); gid_t getgid(void); gid_t getegid(void); pid_t fork(void); int pipe(int[2]);
int dup(int); int dup2(int, int); int access(const char *, int); int unlink(const char *); int chdir(const char *);
int isatty(int); void _exit(int) __attribute__((noreturn)); unsigned alarm(unsigned); int pause(void);
char *getcwd(char *, size_t); int execv(const char *, char *const[]); int execvp(const char *, char *const[]);
int execl(const char *, const char *, ...); long sysconf(int); int getopt(int, char *const[], const char *);
extern char *optarg; extern int optind, opterr, optopt;
"""
_WAIT: Final = "#pragma once\n#include <sys/types.h>\npid_t wait(int *); pid_t waitpid(pid_t, int *, int);\n"
_ISO646: Final = "#pragma once\n" + "".join(
    f"#define {name} {sign}\n"
    for name, sign in {
        "and": "&&",
        "and_eq": "&=",
        "bitand": "&",
        "bitor": "|",
        "compl": "~",
        "not": "!",
        "not_eq": "!=",
        "or": "||",
        "or_eq": "|=",
        "xor": "^",
        "xor_eq": "^=",
    }.items()
)
_STDALIGN: Final = """
#pragma once
#define alignas _Alignas
#define alignof _Alignof
#define __alignas_is_defined 1
#define __alignof_is_defined 1
"""

_WCHAR: Final = """
#pragma once
#include <stddef.h>
typedef __WINT_TYPE__ wint_t; typedef struct { int count; unsigned value; } mbstate_t;
struct _IO_FILE;
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#define WEOF 0xffffffffu
size_t wcslen(const wchar_t *); size_t wcsnlen(const wchar_t *, size_t);
wchar_t *wmemset(wchar_t *, wchar_t, size_t); wchar_t *wmemcpy(wchar_t *, const wchar_t *, size_t);
wchar_t *wmempcpy(wchar_t *, const wchar_t *, size_t); wchar_t *wmemmove(wchar_t *, const wchar_t *, size_t);
wchar_t *wcscpy(wchar_t *, const wchar_t *); wchar_t *wcpcpy(wchar_t *, const wchar_t *);
wchar_t *wcsncpy(wchar_t *, const wchar_t *, size_t); wchar_t *wcscat(wchar_t *, const wchar_t *);
wchar_t *wcsncat(wchar_t *, const wchar_t *, size_t); int wcscmp(const wchar_t *, const wchar_t *);
int wcsncmp(const wchar_t *, const wchar_t *, size_t); int wmemcmp(const wchar_t *, const wchar_t *, size_t);
wchar_t *wmemchr(const wchar_t *, wchar_t, size_t); wchar_t *wcschr(const wchar_t *, wchar_t);
wchar_t *wcsrchr(const wchar_t *, wchar_t); wchar_t *wcsstr(const wchar_t *, const wchar_t *);
wchar_t *wcstok(wchar_t *, const wchar_t *, wchar_t **); wchar_t *wcsdup(const wchar_t *);
long wcstol(const wchar_t *, wchar_t **, int); unsigned long wcstoul(const wchar_t *, wchar_t **, int);
int wprintf(const wchar_t *, ...); int fwprintf(struct _IO_FILE *, const wchar_t *, ...);
int swprintf(wchar_t *, size_t, const wchar_t *, ...); wint_t putwchar(wchar_t); wint_t getwchar(void);
wint_t fgetwc(struct _IO_FILE *); wint_t fputwc(wchar_t, struct _IO_FILE *); wint_t btowc(int); int wctob(wint_t);
size_t mbrtowc(wchar_t *, const char *, size_t, mbstate_t *); size_t wcrtomb(char *, wchar_t, mbstate_t *);
size_t mbrlen(const char *, size_t, mbstate_t *); int mbsinit(const mbstate_t *);
size_t mbsrtowcs(wchar_t *, const char **, size_t, mbstate_t *);
size_t wcsrtombs(char *, const wchar_t **, size_t, mbstate_t *);
"""

DECLARED: Final = MappingProxyType(
    {
        "errno.h": _ERRNO,
        "float.h": _FLOAT + _FLOAT_EXTRA,
        "inttypes.h": _INTTYPES,
        "iso646.h": _ISO646,
        "math.h": _math(),
        "pthread.h": _PTHREAD,
        "setjmp.h": _SETJMP,
        "signal.h": _SIGNAL,
        "stdalign.h": _STDALIGN,
        "stdnoreturn.h": "#pragma once\n#define noreturn _Noreturn\n",
        "sys/types.h": _TYPES,
        "sys/wait.h": _WAIT,
        "time.h": _TIME,
        "unistd.h": _UNISTD,
        "wchar.h": _WCHAR,
        **TOOLS,
    }
)
