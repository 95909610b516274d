#include "metadata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "adiak.h"
#include "compiler.h"
#include "host.h"
#include "options.h"
#include "recording.h"
#include "trace-clock.h"
#include "trace-file.h"
#include "utf8-names.h"

/* docs/formats/database.md specifies the metadata and metrics. */

enum { STRING = 0, INTEGER = 1, REAL = 2 };

static const char *const scheduler_variables[] = {
    "SLURM_JOB_ID", "SLURM_JOB_NAME", "SLURM_JOB_PARTITION", "SLURM_JOB_NUM_NODES",
    "SLURM_NTASKS", "PBS_JOBID",      "PBS_JOBNAME",         "PBS_QUEUE",
    "LSB_JOBID",    "LSB_JOBNAME",    "LSB_QUEUE"};

/* Keys that have the same name under every batch system. Adiak's names are numhosts, hostlist and
 * cluster, too. */
static const struct {
    const char *key;
    const char *variables[5];
} job_keys[] = {
    {"job", {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "FLUX_JOB_ID", "COBALT_JOBID"}},
    {"numhosts", {"SLURM_JOB_NUM_NODES", "PBS_NUM_NODES", "FLUX_JOB_NNODES"}},
    {"hostlist", {"SLURM_JOB_NODELIST", "LSB_HOSTS", "COBALT_PARTNAME"}},
    {"cluster", {"SLURM_CLUSTER_NAME"}},
    {"modules", {"LOADEDMODULES"}}};

typedef struct {
    tl_buffer bytes;
    uint64_t count;
} metadata;

static void put_key(metadata *into, const char *key, unsigned char type) {
    tl_put_clean_string(&into->bytes, key);
    tl_put_raw(&into->bytes, &type, 1);
    into->count++;
}

static void add_string(metadata *into, const char *key, const char *text) {
    put_key(into, key, STRING);
    tl_put_clean_string(&into->bytes, text);
}

static void add_integer(metadata *into, const char *key, int64_t number) {
    put_key(into, key, INTEGER);
    tl_put_varint(&into->bytes, tl_zigzag(number));
}

static void add_real(metadata *into, const char *key, double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_key(into, key, REAL);
    tl_put_u64(&into->bytes, bits);
}

/* In UTC. gmtime_r would wait for the lock of the time zone, which a thread that was interrupted by a
 * signal may hold. The date is computed as in H. Hinnant, "chrono-compatible low-level date
 * algorithms", civil_from_days: years begin in March, eras have 400 years. */
static void add_start(metadata *into) {
    enum { DAY = 86400, DAYS_PER_ERA = 146097, DAYS_TO_1970 = 719468 };
    char text[64];
    int64_t days = tl_recording.start_seconds / DAY + DAYS_TO_1970;
    int second = (int)(tl_recording.start_seconds % DAY);
    int day = (int)(days % DAYS_PER_ERA);
    int year = (day - day / 1460 + day / 36524 - day / (DAYS_PER_ERA - 1)) / 365;
    int day_of_year = day - (365 * year + year / 4 - year / 100);
    int month = (5 * day_of_year + 2) / 153; /* 0 is March */
    (void)snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%09dZ",
                   (int)(days / DAYS_PER_ERA) * 400 + year + (month >= 10), (month + 2) % 12 + 1,
                   day_of_year - (153 * month + 2) / 5 + 1, second / 3600, second / 60 % 60,
                   second % 60, (int)tl_recording.start_fraction);
    add_string(into, "start", text);
}

static void add_system(metadata *into) {
    struct utsname system;
    char text[2 * sizeof system.sysname + 2];
    char host[256];
    tl_host_name(host, sizeof host);
    add_string(into, "host", host);
    add_integer(into, "cores", sysconf(_SC_NPROCESSORS_ONLN));
    if (uname(&system) != 0) return;
    (void)snprintf(text, sizeof text, "%s %s", system.sysname, system.machine);
    add_string(into, "os", text);
}

/* The arguments, separated by blanks. */
static void add_command(metadata *into) {
    char text[4096];
    size_t length;
    FILE *file = fopen("/proc/self/cmdline", "rb");
    if (file == NULL) return;
    length = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    while (length > 0 && text[length - 1] == '\0') length--;
    text[length] = '\0';
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\0') text[i] = ' ';
    if (length > 0) add_string(into, "command", text);
}

static void add_compiler(metadata *into) {
    char text[1024];
    if (tl_compilers(text, sizeof text) == 0) add_string(into, "compiler", text);
}

static void add_variable(metadata *into, const char *key, const char *text) {
    char *end;
    long long number = strtoll(text, &end, 10);
    if (strcmp(key, "numhosts") == 0 && *end == '\0') add_integer(into, key, number);
    else add_string(into, key, text);
}

static void add_job(metadata *into) {
    for (size_t i = 0; i < sizeof scheduler_variables / sizeof *scheduler_variables; i++) {
        const char *text = getenv(scheduler_variables[i]);
        if (text != NULL && *text != '\0') add_string(into, scheduler_variables[i], text);
    }
    for (size_t i = 0; i < sizeof job_keys / sizeof *job_keys; i++) {
        const char *text = NULL;
        for (int k = 0; k < 5 && job_keys[i].variables[k] != NULL && text == NULL; k++) {
            text = getenv(job_keys[i].variables[k]);
            if (text != NULL && *text == '\0') text = NULL;
        }
        if (text != NULL) add_variable(into, job_keys[i].key, text);
    }
}

static void add_adiak_string(void *into, const char *name, const char *text) {
    add_string(into, name, text);
}

static void add_adiak_integer(void *into, const char *name, int64_t number) {
    add_integer(into, name, number);
}

static void add_adiak_real(void *into, const char *name, double number) {
    add_real(into, name, number);
}

/* Snapshots and parts that are written after a signal omit these values, because the program may
 * add values at the same time. */
static void add_adiak(metadata *into, const tl_outcome *outcome) {
    tl_adiak_consumer consumer = {into, add_adiak_string, add_adiak_integer, add_adiak_real};
    if (outcome->snapshot == 0 && tl_recording.ended_by[0] == '\0') tl_list_adiak(&consumer);
}

/* If keys are equal, readers use the last. */
static void add_run(metadata *into, int ranks, const tl_outcome *outcome) {
    add_integer(into, "ranks", ranks);
    add_start(into);
    add_system(into);
    add_string(into, "recorder", "native");
    if (tl_recording.ranks != NULL) add_string(into, "mpi", tl_recording.ranks->library());
    if (tl_option.command_line) add_command(into);
    add_compiler(into);
    add_job(into);
    add_adiak(into, outcome);
    for (int i = 0; i < tl_option.keys; i++)
        add_string(into, tl_option.key[i].key, tl_option.key[i].text);
}

static void add_misuse(metadata *into, const tl_misuse_log *misuse) {
    for (int kind = 0; kind < TL_MISUSES; kind++) {
        char key[96];
        char text[TL_PLACE_BYTES + 64];
        unsigned long long count = misuse->counts[kind];
        if (count == 0) continue;
        (void)snprintf(key, sizeof key, "recorder.misuse.%s", tl_misuse_name(kind));
        if (count == 1) (void)snprintf(text, sizeof text, "once, at %s", misuse->places[kind]);
        else
            (void)snprintf(text, sizeof text, "%llu times, first at %s", count,
                           misuse->places[kind]);
        add_string(into, key, text);
    }
}

static void add_trace(metadata *into) {
    char names[TL_TRACE_NAME_BYTES];
    tl_trace_pattern(names);
    add_string(into, "trace.files", names);
    add_integer(into, "trace.clock.error.ns", (int64_t)tl_trace_clock_error());
}

static void add_outcome(metadata *into, const tl_layout *layout, const tl_outcome *outcome) {
    if (outcome->snapshot > 0) add_integer(into, "snapshot", outcome->snapshot);
    else {
        add_real(into, "recorder.sync", outcome->sync_seconds);
        add_integer(into, "recorder.files", layout->groups);
        add_real(into, "recorder.gather", outcome->gather_seconds);
        if (outcome->open_events > 0)
            add_integer(into, "recorder.open", (int64_t)outcome->open_events);
        if (tl_recording.ended_by[0] != '\0')
            add_string(into, "recorder.ended_by", tl_recording.ended_by);
    }
    if (outcome->snapshot == 0 && tl_option.trace) add_trace(into);
    add_misuse(into, outcome->misuse);
}

static const char *dimension_of(const char *unit, double *scale) {
    static const struct {
        const char *unit;
        const char *dimension;
        double scale;
    } known[] = {{"", "COUNT", 1},          {"s", "TIME", 1},         {"ms", "TIME", 1e-3},
                 {"us", "TIME", 1e-6},      {"ns", "TIME", 1e-9},     {"B", "BYTES", 1},
                 {"KiB", "BYTES", 1024},    {"MiB", "BYTES", 1048576},
                 {"GiB", "BYTES", 1073741824}};
    *scale = 1;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].unit, unit) == 0) {
            *scale = known[i].scale;
            return known[i].dimension;
        }
    return "OTHER";
}

static void put_metric(tl_buffer *out, const tl_metric *metric) {
    double scale;
    uint64_t bits;
    const char *dimension = dimension_of(metric->unit, &scale);
    memcpy(&bits, &scale, sizeof bits);
    tl_put_clean_string(out, metric->name);
    tl_put_clean_string(out, metric->unit);
    tl_put_string(out, dimension);
    tl_put_u64(out, bits);
    tl_put_string(out, metric->scope[0] == 'e'   ? "EXCLUSIVE"
                     : metric->scope[0] == 'i' ? "INCLUSIVE"
                                               : "POINT");
}

/* Part 0 describes the run. The other parts contain only the recording and their part number. */
void tl_put_metadata(tl_buffer *out, const tl_layout *layout, int part, int ranks,
                     const tl_outcome *outcome) {
    metadata all = {{0}, 0};
    if (part == 0) {
        add_run(&all, ranks, outcome);
        add_outcome(&all, layout, outcome);
    }
    add_string(&all, "treeline.recording", tl_recording.name);
    add_integer(&all, "treeline.part", part);
    add_integer(&all, "treeline.parts", layout->groups);
    tl_put_varint(out, all.count);
    tl_put_raw(out, all.bytes.bytes, all.bytes.size);
    if (all.bytes.failed) out->failed = 1;
    tl_free_buffer(&all.bytes);
    tl_put_varint(out, (uint64_t)tl_option.metrics);
    for (int i = 0; i < tl_option.metrics; i++) put_metric(out, &tl_option.metric[i]);
}
