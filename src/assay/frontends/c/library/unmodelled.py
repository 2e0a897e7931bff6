"""The functions of the C library (ISO C, POSIX, glibc) that are not modelled exactly, by name.

``OPEN``: the result depends on the surroundings alone, and the program sees no other effect; any legal result is
possible.  ``REFUSED``: the others, by what they do.  A name in neither, and modelled nowhere, is no library function.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

INT_MAX: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the largest result; ``limit`` is the argument, by its number, that the result does not exceed."""

    least: int = -(2**31)
    most: int = INT_MAX
    limit: int | None = None


_ANY: Final = """
fopen fopen64 fdopen freopen tmpfile perror clearerr rewind feof ferror getuid geteuid getgid getegid clock sync srand
srandom srand48 sysconf pathconf fpathconf getpriority nice syslog openlog closelog setlogmask warnx warn
flockfile funlockfile arc4random lseek ftell ftello
"""
_STATUS: Final = """
fflush fclose fseek fseeko close access unlink unlinkat link symlink rename remove rmdir mkdir mkdirat chdir fchdir
chmod fchmod chown fchown fsync fdatasync ftruncate truncate mkfifo mknod setpgid setuid setgid seteuid setegid usleep
sched_yield listen shutdown setpriority
"""
_COUNT: Final = """
printf fprintf dprintf vprintf vfprintf vdprintf puts fputs fputs_unlocked open open64 creat openat dup dup2 fileno
getpgid getpgrp getsid setsid socket
"""
_CHARACTER: Final = """
putchar putc fputc putchar_unlocked putc_unlocked fputc_unlocked getchar getc fgetc getchar_unlocked getc_unlocked
fgetc_unlocked ungetc
"""
# None where the result may be any value of its type.
OPEN: Final[Mapping[str, Bounds | None]] = MappingProxyType(
    {
        **dict.fromkeys(_ANY.split()),
        **dict.fromkeys(_STATUS.split(), Bounds(-1, 0)),
        **dict.fromkeys(_COUNT.split(), Bounds(-1)),
        **dict.fromkeys(_CHARACTER.split(), Bounds(-1, 255)),
        **dict.fromkeys(("rand", "random", "lrand48"), Bounds(0)),
        **dict.fromkeys(("getpid", "getppid", "getpagesize"), Bounds(1)),
        **dict.fromkeys(("isatty", "ftrylockfile"), Bounds(0, 1)),
        **dict.fromkeys(("write", "pwrite"), Bounds(-1, limit=2)),
        "fwrite": Bounds(0, limit=2),
        "sleep": Bounds(0, limit=0),
        "umask": Bounds(0, 0o777),
    }
)
# Those that print by a format: nothing is written to memory, unless the format asks for it.
PRINTS: Final = frozenset(
    ("printf", "fprintf", "dprintf", "vprintf", "vfprintf", "vdprintf", "syslog", "warn", "warnx")
)

_FIRST: Final = """
puts fputs fputs_unlocked access unlink rmdir chdir chmod chown truncate mkfifo mknod mkdir remove open open64 creat
pathconf
"""
_SECOND: Final = "openat unlinkat mkdirat fdopen"
_BOTH: Final = "fopen fopen64 rename link symlink"
_NULLABLE: Final = "perror openlog"
# What they read: the arguments that are strings; one that may be null; a block, and the factors of its size.
STRINGS: Final = {
    **dict.fromkeys(_FIRST.split(), (0,)),
    **dict.fromkeys(_SECOND.split(), (1,)),
    **dict.fromkeys(_BOTH.split(), (0, 1)),
}
NULLABLE: Final = dict.fromkeys(_NULLABLE.split(), 0)
BLOCKS: Final = {"write": (1, (2,)), "pwrite": (1, (2,)), "fwrite": (0, (1, 2))}
FORMATS: Final = {"printf": 0, "warn": 0, "warnx": 0, "fprintf": 1, "dprintf": 1, "syslog": 1}
READING: Final = frozenset((*STRINGS, *NULLABLE, *BLOCKS, *PRINTS))

_WRITES: Final = """
scanf fscanf sscanf vscanf vfscanf vsscanf gets getw readv preadv recvfrom recvmsg readlink readlinkat
sprintf snprintf vsprintf vsnprintf asprintf vasprintf strtold strfmon strftime strptime strerror_r
ttyname_r getcwd getwd get_current_dir_name gethostname getdomainname ftime timespec_get getitimer setitimer times
getrusage getrlimit setrlimit mktime timegm asctime asctime_r ctime ctime_r clock_nanosleep adjtime pipe pipe2
socketpair accept accept4 getsockname getpeername getsockopt getaddrinfo select pselect poll ppoll epoll_wait stat fstat
lstat fstatat stat64 fstat64 lstat64 __xstat __fxstat __lxstat statfs fstatfs statvfs fstatvfs readdir readdir_r opendir
closedir scandir glob globfree wait wait3 wait4 waitpid waitid uname sysinfo memfrob strfry swapcontext getcontext
makecontext setcontext getrandom getentropy rand_r erand48 nrand48 jrand48 drand48 initstate setstate random_r srandom_r
mblen mbtowc wctomb mbstowcs wcstombs mbrtowc wcrtomb mbsrtowcs wcsrtombs iconv wcstok
wcsdup swprintf setbuffer fmemopen open_memstream fgetpos
fsetpos tmpnam tempnam mkstemp mkdtemp mktemp frexpl modfl remquo sincos lgamma_r getopt getopt_long getopt_long_only
getsubopt sigaction sigprocmask sigpending sigwait sigwaitinfo sigtimedwait sigemptyset sigfillset sigaddset sigdelset
tcgetattr tcsetattr ioctl fcntl mmap mmap64 munmap mprotect mremap shmat shmdt shmget shmctl semop semget semctl msgrcv
msgsnd putenv setenv unsetenv clearenv argz_add argz_create envz_add inet_aton inet_pton inet_ntop getpwnam_r getpwuid_r
getgrnam_r getgrgid_r gethostbyname_r ecvt_r fcvt_r insque remque hcreate hdestroy
"""
_CALLS_BACK: Final = """
qsort_r lfind lsearch tsearch tfind tdelete twalk hsearch on_exit signal sigset bsd_signal sysv_signal ssignal
thrd_create call_once pthread_create pthread_once pthread_atfork pthread_key_create ftw nftw fts_open dlopen dlsym
dlclose fopencookie clone makecontext timer_create
"""
_CONTROL: Final = """
system setjmp _setjmp __setjmp sigsetjmp __sigsetjmp longjmp _longjmp siglongjmp raise thrd_exit pthread_exit
pthread_kill pthread_cancel fork vfork execl execle execlp execv execve execvp execvpe fexecve posix_spawn
posix_spawnp popen pclose kill killpg alarm ualarm pause sigsuspend err errx verr verrx error error_at_line
"""
_THREADS: Final = """
pthread_join pthread_detach pthread_self pthread_equal pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock
pthread_mutex_trylock pthread_mutex_unlock pthread_mutex_timedlock pthread_cond_init pthread_cond_destroy
pthread_cond_wait pthread_cond_timedwait pthread_cond_signal pthread_cond_broadcast pthread_rwlock_init
pthread_rwlock_destroy pthread_rwlock_rdlock pthread_rwlock_wrlock pthread_rwlock_unlock pthread_spin_init
pthread_spin_lock pthread_spin_unlock pthread_barrier_init pthread_barrier_wait pthread_setspecific
pthread_getspecific pthread_attr_init pthread_attr_destroy pthread_attr_setdetachstate sem_init sem_destroy sem_wait
sem_trywait sem_post sem_getvalue mtx_init mtx_lock mtx_trylock mtx_timedlock mtx_unlock mtx_destroy cnd_init cnd_wait
cnd_signal cnd_broadcast cnd_timedwait cnd_destroy thrd_join thrd_detach thrd_yield thrd_sleep thrd_current thrd_equal
tss_create tss_get tss_set tss_delete
"""
_COMPUTES: Final = """
reallocf valloc pvalloc malloc_usable_size cfree strverscmp secure_getenv setlocale
localeconv nl_langinfo ecvt fcvt gcvt a64l l64a ctermid cuserid getlogin ttyname basename dirname realpath
canonicalize_file_name asinh acosh atanh expm1 log1p nexttoward scalbln ilogb logb tgamma lgamma difftime ilogbf logbf
tgammaf lgammaf fabsl sqrtl floorl ceill roundl isnanl isinfl __isnanl __isinfl __finitel __signbitl __fpclassifyl
fegetround fesetround fetestexcept feclearexcept feraiseexcept fegetenv fesetenv
wcsstr wcstol wcstoul wprintf fwprintf putwchar getwchar fgetwc fputwc btowc wctob iswalpha
iswdigit iswspace iswupper iswlower iswalnum iswpunct towupper towlower wcswidth wcwidth
inet_addr inet_ntoa gethostbyname getservbyname getprotobyname getpwnam getpwuid getgrnam getgrgid connect bind send
sendto sendmsg setsockopt sendfile getgroups confstr backtrace backtrace_symbols __ctype_b_loc __ctype_tolower_loc
__ctype_toupper_loc fnmatch regcomp regexec regfree wordexp crypt dlerror c16rtomb c32rtomb mbrtoc16 mbrtoc32 mbsinit
mbrlen _tolower _toupper strfromd strfromf ptrace prctl syscall brk sbrk
"""

_REASONS: Final = (
    (_WRITES, "it writes to memory of the program", "write what it does in C"),
    (_CALLS_BACK, "it calls functions of the program", "write what it does in C"),
    (_CONTROL, "it changes where the program goes on", "leave it out"),
    (_THREADS, "it is about threads", "check each thread by itself"),
    (_COMPUTES, "what it computes is not modelled", "write what it does in C"),
)
# Name -> (why, what next).
REFUSED: Final = MappingProxyType({name: (why, hint) for names, why, hint in _REASONS for name in names.split()})
