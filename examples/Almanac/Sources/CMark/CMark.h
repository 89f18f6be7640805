/* The system's CommonMark library. */
#include <cmark.h>
