#ifndef CWEBSOCKETS_H
#define CWEBSOCKETS_H
#endif
