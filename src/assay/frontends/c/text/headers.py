"""The standard headers that programs include, as small as they can be: the same on every machine."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from assay.frontends.c.text.headers_declared import DECLARED

FOLDER: Final = "/assay-headers"

_STDDEF: Final = """
#pragma once
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
typedef struct {
  long long first __attribute__((__aligned__(__alignof__(long long))));
  long double second __attribute__((__aligned__(__alignof__(long double))));
#ifdef __i386__
  __float128 third __attribute__((__aligned__(__alignof__(__float128))));
#endif
} max_align_t;
"""


def _ranges() -> str:
    """Types and limits of stdint.h by width, from the macros that the compiler predefines."""
    lines = []
    for width in (8, 16, 32, 64):
        for kind in ("", "_LEAST", "_FAST"):
            name, lower = f"INT{kind}{width}", f"int{kind.lower()}{width}_t"
            if kind:
                lines.append(f"typedef __{name}_TYPE__ {lower}; typedef __U{name}_TYPE__ u{lower};")
            lines.append(f"#define {name}_MAX __{name}_MAX__\n#define {name}_MIN (-__{name}_MAX__ - 1)")
            lines.append(f"#define U{name}_MAX __U{name}_MAX__")
    return "\n".join(lines)


_STDINT: Final = f"""
#pragma once
typedef __INT8_TYPE__ int8_t; typedef __INT16_TYPE__ int16_t; typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t; typedef __UINT8_TYPE__ uint8_t; typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t; typedef __UINT64_TYPE__ uint64_t; typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t; typedef __INTMAX_TYPE__ intmax_t; typedef __UINTMAX_TYPE__ uintmax_t;
{_ranges()}
#define SIZE_MAX __SIZE_MAX__
#define INTPTR_MAX __INTPTR_MAX__
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define UINTPTR_MAX __UINTPTR_MAX__
#define INTMAX_MAX __INTMAX_MAX__
#define INTMAX_MIN (-INTMAX_MAX - 1)
#define UINTMAX_MAX __UINTMAX_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#define WINT_MAX __WINT_MAX__
#define WINT_MIN __WINT_MIN__
#define SIG_ATOMIC_MAX __SIG_ATOMIC_MAX__
#define SIG_ATOMIC_MIN __SIG_ATOMIC_MIN__
#define INT8_C(c) __INT8_C(c)
#define INT16_C(c) __INT16_C(c)
#define INT32_C(c) __INT32_C(c)
#define INT64_C(c) __INT64_C(c)
#define UINT8_C(c) __UINT8_C(c)
#define UINT16_C(c) __UINT16_C(c)
#define UINT32_C(c) __UINT32_C(c)
#define UINT64_C(c) __UINT64_C(c)
#define INTMAX_C(c) __INTMAX_C(c)
#define UINTMAX_C(c) __UINTMAX_C(c)
"""
_LIMITS: Final = """
#pragma once
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295U
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1L)
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX 18446744073709551615ULL
#define MB_LEN_MAX 16
#define NAME_MAX 255
#define PATH_MAX 4096
#define SSIZE_MAX LONG_MAX
"""
_STDLIB: Final = """
#pragma once
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void abort(void) __attribute__((noreturn)); void exit(int) __attribute__((noreturn));
int abs(int); long labs(long); long long llabs(long long); int atoi(const char *); long atol(const char *);
long long atoll(const char *); int rand(void); void srand(unsigned); long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int); char *getenv(const char *); int system(const char *);
long long strtoll(const char *, char **, int); unsigned long long strtoull(const char *, char **, int);
double strtod(const char *, char **); float strtof(const char *, char **); long double strtold(const char *, char **);
double atof(const char *); typedef struct { int quot, rem; } div_t; typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t; div_t div(int, int); ldiv_t ldiv(long, long);
lldiv_t lldiv(long long, long long); void *aligned_alloc(size_t, size_t); int posix_memalign(void **, size_t, size_t);
void quick_exit(int) __attribute__((noreturn)); int at_quick_exit(void (*)(void)); int rand_r(unsigned *);
int mblen(const char *, size_t); int mbtowc(wchar_t *, const char *, size_t); int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *, const char *, size_t); size_t wcstombs(char *, const wchar_t *, size_t);
int setenv(const char *, const char *, int); int unsetenv(const char *); int putenv(char *); int mkstemp(char *);
double drand48(void); long lrand48(void); void srand48(long); char *realpath(const char *, char *);
int atexit(void (*)(void)); void _Exit(int) __attribute__((noreturn)); long random(void); void srandom(unsigned);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
"""
_STRING: Final = """
#pragma once
#include <stddef.h>
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t); int memcmp(const void *, const void *, size_t);
size_t strlen(const char *); int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t);
char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *);
char *strchr(const char *, int); char *strdup(const char *); char *strrchr(const char *, int);
void *memchr(const void *, int, size_t); char *strncat(char *, const char *, size_t);
char *strstr(const char *, const char *); size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *); size_t strnlen(const char *, size_t);
char *strpbrk(const char *, const char *); char *strtok(char *, const char *); char *strndup(const char *, size_t);
char *stpcpy(char *, const char *); void *mempcpy(void *, const void *, size_t); char *strsep(char **, const char *);
int strcoll(const char *, const char *); size_t strxfrm(char *, const char *, size_t); char *strerror(int);
char *strtok_r(char *, const char *, char **); char *strcasestr(const char *, const char *); char *strsignal(int);
void *memmem(const void *, size_t, const void *, size_t);
void bzero(void *, size_t); void bcopy(const void *, void *, size_t); int bcmp(const void *, const void *, size_t);
int strcasecmp(const char *, const char *); int strncasecmp(const char *, const char *, size_t); int ffs(int);
"""
_STDIO: Final = """
#pragma once
#include <stddef.h>
typedef struct _IO_FILE FILE;
extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
int printf(const char *, ...); int fprintf(FILE *, const char *, ...); int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...); int puts(const char *); int putchar(int); int getchar(void);
int scanf(const char *, ...); char *fgets(char *, int, FILE *); int fflush(FILE *); int fputs(const char *, FILE *);
typedef struct { long place; } fpos_t; typedef __PTRDIFF_TYPE__ ssize_t;
int vprintf(const char *, __builtin_va_list); int vfprintf(FILE *, const char *, __builtin_va_list);
int vsprintf(char *, const char *, __builtin_va_list); int vsnprintf(char *, size_t, const char *, __builtin_va_list);
int fscanf(FILE *, const char *, ...); int sscanf(const char *, const char *, ...);
int vscanf(const char *, __builtin_va_list); int vsscanf(const char *, const char *, __builtin_va_list);
FILE *fopen(const char *, const char *); FILE *freopen(const char *, const char *, FILE *); int fclose(FILE *);
FILE *tmpfile(void); char *tmpnam(char *); int remove(const char *); int rename(const char *, const char *);
void setbuf(FILE *, char *); int setvbuf(FILE *, char *, int, size_t); int fgetc(FILE *); int getc(FILE *);
int fputc(int, FILE *); int putc(int, FILE *); int ungetc(int, FILE *); size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *); int fseek(FILE *, long, int); long ftell(FILE *);
void rewind(FILE *); int fgetpos(FILE *, fpos_t *); int fsetpos(FILE *, const fpos_t *); void clearerr(FILE *);
int feof(FILE *); int ferror(FILE *); void perror(const char *); int fileno(FILE *);
int dprintf(int, const char *, ...);
FILE *popen(const char *, const char *); int pclose(FILE *); FILE *fdopen(int, const char *);
int asprintf(char **, const char *, ...); ssize_t getline(char **, size_t *, FILE *);
"""
_ASSERT: Final = """
void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#undef assert
#undef static_assert
#if __STDC_VERSION__ >= 201112L || defined _GNU_SOURCE || defined _ISOC11_SOURCE
#define static_assert _Static_assert
#endif
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
#define assert(condition) ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, ""))
#endif
"""
_STDARG: Final = """
#pragma once
typedef __builtin_va_list va_list;
typedef __builtin_va_list __gnuc_va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_end(list) __builtin_va_end(list)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
"""
_STDBOOL: Final = """
#pragma once
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
"""
_ALLOCA: Final = "#pragma once\n#define alloca(size) __builtin_alloca(size)\n"
_CTYPE: Final = """
#pragma once
int isdigit(int); int isalpha(int); int isspace(int); int isalnum(int); int isupper(int); int islower(int);
int isxdigit(int); int ispunct(int); int isprint(int); int isgraph(int); int iscntrl(int); int isblank(int);
int toupper(int); int tolower(int);
"""
HEADERS: Final = MappingProxyType(
    {
        f"{FOLDER}/{name}": body
        for name, body in {
            "stddef.h": _STDDEF,
            "stdint.h": _STDINT,
            "limits.h": _LIMITS,
            "stdlib.h": _STDLIB,
            "malloc.h": "#include <stdlib.h>\n",
            "string.h": _STRING,
            "strings.h": "#include <string.h>\n",
            "stdio.h": _STDIO,
            "assert.h": _ASSERT,
            "stdarg.h": _STDARG,
            "stdbool.h": _STDBOOL,
            "alloca.h": _ALLOCA,
            "ctype.h": _CTYPE,
            # glibc's own headers ask for it, and only some machines have it.
            "gnu/stubs-32.h": "",
            **DECLARED,
        }.items()
    }
)
