/* The output directory of a recording. */
#ifndef TREELINE_FOLDER_H
#define TREELINE_FOLDER_H

#include "base.h"

#pragma GCC visibility push(hidden)

int tl_choose_folder(void); /* creates and locks it; 0 if successful */
const char *tl_folder_path(void);
void tl_set_folder_path(const char *path);
int tl_path_in_folder(char *into, const char *name); /* 0, or -1 if the path is too long */
int tl_has_earlier_recording(void); /* whether this recording replaces one */
void tl_set_earlier_recording(int is_there);
int tl_count_parts(int directory); /* -1 with errno if it cannot be read */
void tl_unlock_folder(void);
void tl_folder_after_fork(void);

#pragma GCC visibility pop

#endif
