#include "options.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "problems.h"
#include "state.h"
#include "treeline.h"

/* Options have the same names and meanings as in the Java recorder. Only signals, path-limit
 * and iteration-limit are specific to this recorder. */

extern char **environ;

static const char PREFIX[] = "TREELINE_RECORD_";

tl_options tl_option = {.output = "treeline-recording",
                        .enabled = 1,
                        .command_line = 1,
                        .signals = 1,
                        .exit_nanos = 10000000000,
                        .repetition_limit = 10000,
                        .depth_limit = INT_MAX,
                        .path_limit = 1 << 16,
                        .iteration_limit = 1 << 24,
                        .trace_events = 1000000,
                        .snapshot_share = 0.01};

static int set_text(char *into, size_t room, const char *text) {
    if (*text == '\0' || strlen(text) >= room) return -1;
    (void)snprintf(into, room, "%s", text);
    return 0;
}

static int set_flag(int *into, const char *text) {
    static const char *const words[] = {"false", "off", "no", "0", "true", "on", "yes", "1"};
    for (int i = 0; i < 8; i++)
        if (strcasecmp(text, words[i]) == 0) {
            *into = i >= 4;
            return 0;
        }
    return -1;
}

static int set_integer(int64_t *into, const char *text, int64_t min, int64_t max) {
    char *end;
    long long value;
    errno = 0;
    value = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < min || value > max) return -1;
    *into = value;
    return 0;
}

/* Seconds such as 5 or 0.5, or PT5S. */
static int set_seconds(int64_t *nanos, const char *text) {
    const double max = 3.2e9; /* a hundred years */
    int is_iso = strncasecmp(text, "PT", 2) == 0;
    char *end;
    double value = strtod(is_iso ? text + 2 : text, &end);
    if (end == text || (is_iso ? strcasecmp(end, "S") != 0 : *end != '\0')) return -1;
    if (!(value >= 0 && value < max)) return -1;
    *nanos = (int64_t)(value * 1e9);
    return 0;
}

static int set_share(const char *text) {
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value > 0 && value <= 1)) return -1;
    tl_option.snapshot_share = value;
    return 0;
}

/* Declarations cannot change then, because threads have allocated memory by them. */
static int is_under_way(void) { return tl_get_state() == TL_ON; }

static int is_declared(const char *name) {
    return tl_metric_index(name) >= 0 || tl_label_index(name) >= 0;
}

int treeline_metric(const char *name, const char *unit, const char *scope) {
    tl_metric *made = &tl_option.metric[tl_option.metrics];
    if (is_under_way() || tl_option.metrics == TL_MAX_METRICS || is_declared(name)) return -1;
    if (strcmp(scope, "exclusive") != 0 && strcmp(scope, "inclusive") != 0 &&
        strcmp(scope, "point") != 0)
        return -1;
    if (set_text(made->name, sizeof made->name, name) != 0 || strlen(unit) >= sizeof made->unit)
        return -1;
    (void)snprintf(made->unit, sizeof made->unit, "%s", unit);
    (void)set_text(made->scope, sizeof made->scope, scope);
    tl_option.metrics++;
    return 0;
}

int treeline_label(const char *name) {
    if (is_under_way() || tl_option.labels == TL_MAX_METRICS || is_declared(name)) return -1;
    if (set_text(tl_option.label[tl_option.labels], TL_TEXT_BYTES, name) != 0) return -1;
    tl_option.labels++;
    return 0;
}

/* One entry of a list such as tag:0;mem:1, in which 0 marks a label and 1 a number. */
static int add_metric(const char *entry, size_t length) {
    char name[TL_TEXT_BYTES];
    if (length < 3 || length - 2 >= sizeof name || entry[length - 2] != ':') return -1;
    memcpy(name, entry, length - 2);
    name[length - 2] = '\0';
    if (entry[length - 1] == '0') return treeline_label(name);
    return entry[length - 1] == '1' ? treeline_metric(name, "", "exclusive") : -1;
}

static int set_metrics(const char *list) {
    tl_options before = tl_option;
    if (is_under_way()) return -1;
    tl_option.metrics = 0;
    tl_option.labels = 0;
    while (*list != '\0') {
        size_t length = strcspn(list, ";");
        if (add_metric(list, length) != 0) {
            tl_option = before;
            return -1;
        }
        list += length + (list[length] == ';');
    }
    return 0;
}

static int set_key(const char *key, const char *text) {
    tl_key *made = &tl_option.key[tl_option.keys];
    if (tl_option.keys == TL_MAX_KEYS || strlen(text) >= sizeof made->text) return -1;
    if (set_text(made->key, sizeof made->key, key) != 0) return -1;
    (void)snprintf(made->text, sizeof made->text, "%s", text);
    tl_option.keys++;
    return 0;
}

static int set_aggregators(const char *text) {
    int64_t wanted = 0;
    if (set_integer(&wanted, text, 0, INT_MAX) != 0) return -1;
    tl_option.aggregators = (int)wanted;
    return 0;
}

static int set_limit(const char *name, const char *text) {
    if (strcmp(name, "repetition-limit") == 0)
        return set_integer(&tl_option.repetition_limit, text, 1, INT_MAX);
    if (strcmp(name, "depth-limit") == 0)
        return set_integer(&tl_option.depth_limit, text, 1, INT_MAX);
    if (strcmp(name, "path-limit") == 0)
        return set_integer(&tl_option.path_limit, text, 1, 1 << 28);
    if (strcmp(name, "iteration-limit") == 0)
        return set_integer(&tl_option.iteration_limit, text, 1, 1 << 28);
    if (strcmp(name, "trace-events") == 0)
        return set_integer(&tl_option.trace_events, text, 1, (int64_t)1 << 32);
    return -1;
}

int treeline_option(const char *name, const char *text) {
    if (name == NULL || text == NULL) return -1;
    if (strcmp(name, "output") == 0) return set_text(tl_option.output, TL_PATH_BYTES - 32, text);
    if (strcmp(name, "enabled") == 0) return set_flag(&tl_option.enabled, text);
    if (strcmp(name, "replace") == 0) return set_flag(&tl_option.replace, text);
    if (strcmp(name, "command-line") == 0) return set_flag(&tl_option.command_line, text);
    if (strcmp(name, "signals") == 0) return set_flag(&tl_option.signals, text);
    if (strcmp(name, "trace") == 0) return set_flag(&tl_option.trace, text);
    if (strcmp(name, "exit-limit") == 0) return set_seconds(&tl_option.exit_nanos, text);
    if (strcmp(name, "aggregators") == 0) return set_aggregators(text);
    if (strcmp(name, "metrics") == 0) return set_metrics(text);
    if (strcmp(name, "snapshot-interval") == 0)
        return set_seconds(&tl_option.snapshot_nanos, text);
    if (strcmp(name, "snapshot-share") == 0) return set_share(text);
    if (strncmp(name, "metadata.", 9) == 0) return set_key(name + 9, text);
    return set_limit(name, text);
}

/* SNAPSHOT_INTERVAL becomes snapshot-interval. */
static void option_name(char *into, size_t room, const char *variable, size_t length) {
    size_t i = 0;
    for (; i < length && i + 1 < room; i++) {
        char letter = variable[i];
        into[i] = letter == '_' ? '-'
                  : letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a')
                                                   : letter;
    }
    into[i] = '\0';
}

void tl_read_environment(void) {
    const size_t prefix = sizeof PREFIX - 1;
    for (char **each = environ; each != NULL && *each != NULL; each++) {
        const char *equals = strchr(*each, '=');
        char name[TL_TEXT_BYTES];
        if (equals == NULL || strncmp(*each, PREFIX, prefix) != 0) continue;
        option_name(name, sizeof name, *each + prefix, (size_t)(equals - *each) - prefix);
        if (treeline_option(name, equals + 1) != 0)
            tl_problem("%.*s is ignored: unknown option '%s', or invalid value '%s'",
                       (int)(equals - *each), *each, name, equals + 1);
    }
}

int tl_metric_index(const char *metric) {
    for (int i = 0; i < tl_option.metrics; i++)
        if (strcmp(tl_option.metric[i].name, metric) == 0) return i;
    return -1;
}

int tl_label_index(const char *label) {
    for (int i = 0; i < tl_option.labels; i++)
        if (strcmp(tl_option.label[i], label) == 0) return i;
    return -1;
}
