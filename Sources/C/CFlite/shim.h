#include <flite/flite.h>

// Registration functions of the voice and the lexicon; flite ships no header that declares them.
cst_voice *register_cmu_us_kal16(const char *voxdir);
cst_lexicon *cmulex_init(void);
