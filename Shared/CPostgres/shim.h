#include <libpq-fe.h>
// Not in Swift's Glibc module.
#include <sys/epoll.h>
#include <sys/eventfd.h>

// OpenSSL's, with which libpq speaks TLS: the bytes of a record that it has read and not yet handed over.
struct ssl_st;
int SSL_pending(const struct ssl_st *);

// A cancellation's request: encrypted as its connection is, which libpq can do from PostgreSQL 17 on; before it goes in the clear.
#ifdef LIBPQ_HAS_ASYNC_CANCEL
static inline void *care_cancel_make(PGconn *connection) { return PQcancelCreate(connection); }

static inline void care_cancel_send(void *request) {
    PQcancelBlocking((PGcancelConn *)request);
    PQcancelFinish((PGcancelConn *)request);
}
#else
static inline void *care_cancel_make(PGconn *connection) { return PQgetCancel(connection); }

static inline void care_cancel_send(void *request) {
    char reason[256];
    PQcancel((PGcancel *)request, reason, sizeof reason);
    PQfreeCancel((PGcancel *)request);
}
#endif
