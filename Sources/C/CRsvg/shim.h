#include <cairo.h>
#include <glib-object.h>

/* librsvg's own header needs folders for which pkg-config names flags that the package manager
   prohibits. These are its declarations of what is used here, from librsvg/rsvg.h. */

typedef struct _RsvgHandle RsvgHandle;

typedef struct {
  double x, y, width, height;
} RsvgRectangle;

RsvgHandle *rsvg_handle_new_from_data(const guint8 *data, gsize data_len, GError **error);

gboolean rsvg_handle_get_intrinsic_size_in_pixels(RsvgHandle *handle, gdouble *out_width,
                                                  gdouble *out_height);

gboolean rsvg_handle_render_document(RsvgHandle *handle, cairo_t *cr,
                                     const RsvgRectangle *viewport, GError **error);
