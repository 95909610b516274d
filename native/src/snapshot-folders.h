/* The directories of snapshots. A snapshot is hidden until every rank has added its part. */
#ifndef TREELINE_SNAPSHOT_FOLDERS_H
#define TREELINE_SNAPSHOT_FOLDERS_H

#include "base.h"

#pragma GCC visibility push(hidden)

int tl_first_snapshot(void); /* the number after the snapshots of earlier runs */
int tl_create_snapshot(int number);
int tl_hidden_snapshot_path(int number, char *into);
int tl_is_hidden(int number);
int tl_newest_hidden_snapshot(void); /* 0 if there is none */
void tl_publish_if_complete(int number, int wanted_parts);
void tl_delete_hidden_snapshot(int number);
void tl_delete_old_snapshots(int first, int last); /* all but the newest */
void tl_delete_snapshots(int first, int last);

#pragma GCC visibility pop

#endif
