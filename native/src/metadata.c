#include "metadata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "host.h"
#include "options.h"
#include "recording.h"
#include "utf8-names.h"

/* docs/formats/database.md specifies the metadata and metrics. */

enum { STRING = 0, INTEGER = 1, REAL = 2 };

static const char *const scheduler_variables[] = {
    "SLURM_JOB_ID", "SLURM_JOB_NAME", "SLURM_JOB_PARTITION", "SLURM_JOB_NUM_NODES",
    "SLURM_NTASKS", "PBS_JOBID",      "PBS_JOBNAME",         "PBS_QUEUE",
    "LSB_JOBID",    "LSB_JOBNAME",    "LSB_QUEUE"};

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

static void add_start(metadata *into) {
    char date[32];
    char text[64];
    struct tm parts;
    time_t seconds = (time_t)tl_recording.start_seconds;
    if (gmtime_r(&seconds, &parts) == NULL) return;
    (void)strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    (void)snprintf(text, sizeof text, "%s.%09dZ", date, (int)tl_recording.start_fraction);
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

static void add_run(metadata *into, int ranks) {
    add_integer(into, "ranks", ranks);
    add_start(into);
    add_system(into);
    add_string(into, "recorder", "native");
    if (tl_recording.ranks != NULL) add_string(into, "mpi", tl_recording.ranks->library());
    if (tl_option.command_line) add_command(into);
    for (size_t i = 0; i < sizeof scheduler_variables / sizeof *scheduler_variables; i++) {
        const char *text = getenv(scheduler_variables[i]);
        if (text != NULL && *text != '\0') add_string(into, scheduler_variables[i], text);
    }
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

static void add_outcome(metadata *into, const tl_layout *layout, const tl_outcome *outcome) {
    if (outcome->snapshot > 0) add_integer(into, "snapshot", outcome->snapshot);
    else {
        add_real(into, "recorder.sync", outcome->sync_seconds);
        add_integer(into, "recorder.files", layout->groups);
        add_real(into, "recorder.gather", outcome->gather_seconds);
        if (outcome->open_events > 0)
            add_integer(into, "recorder.open", (int64_t)outcome->open_events);
    }
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
        add_run(&all, ranks);
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
