/* The directories of snapshots. A snapshot has a temporary name until every rank has added its
 * part. Functions with a status return 0 or errno. */
#ifndef TREELINE_SNAPSHOT_FOLDERS_H
#define TREELINE_SNAPSHOT_FOLDERS_H

#include "base.h"

#pragma GCC visibility push(hidden)

int tl_first_snapshot(void); /* the number after those of earlier runs, or -1 with errno */
int tl_snapshot_path(int number, char *into); /* of the complete snapshot */
int tl_create_snapshot(int number);
int tl_open_snapshot(int number); /* the descriptor of its temporary directory, or -1 with errno */
int tl_is_hidden(int number);
int tl_newest_hidden_snapshot(void); /* of this recording; 0 if there is none */
int tl_publish_if_complete(int number, int wanted_parts);
int tl_delete_hidden_snapshot(int number);
int tl_delete_old_snapshots(int first, int last); /* all but the newest */
int tl_delete_snapshots(int first, int last);

#pragma GCC visibility pop

#endif
