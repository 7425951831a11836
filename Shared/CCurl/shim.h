#include <curl/curl.h>
#include <dlfcn.h>
#include <sys/eventfd.h>
#include <stdint.h>

// Swift calls no variadic functions: one for each kind of value.
static inline CURLcode care_curl_start(void) {
    // OpenSSL would take itself apart while the process ends and transfers still use it, on threads of their own, and crash there. Looked up, since a curl
    // may be built with another library. Before curl's own start, which would be too late. OPENSSL_INIT_NO_ATEXIT.
    int (*start)(uint64_t, const void *) = (int (*)(uint64_t, const void *))dlsym((void *)0, "OPENSSL_init_crypto");
    if (start) start(0x00080000, 0);
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

static inline CURLcode care_curl_set_number(CURL *easy, CURLoption option, long value) { return curl_easy_setopt(easy, option, value); }

static inline CURLcode care_curl_set_text(CURL *easy, CURLoption option, const char *value) { return curl_easy_setopt(easy, option, value); }

static inline CURLcode care_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) { return curl_easy_setopt(easy, option, value); }

// curl takes a copy, of exactly so many bytes.
static inline CURLcode care_curl_set_body(CURL *easy, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, (const char *)bytes) : code;
}

typedef size_t (*care_curl_sink)(char *bytes, size_t size, size_t count, void *context);

static inline void care_curl_set_sinks(CURL *easy, care_curl_sink header, care_curl_sink body, void *context) {
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

static inline void care_curl_set_progress(CURL *easy, curl_xferinfo_callback tell, void *context) {
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, tell);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, context);
}

static inline void care_curl_set_opener(CURL *easy, curl_opensocket_callback open, void *context) {
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}

// CURL_ERROR_SIZE bytes, which have to stay until the transfer's handle is gone.
static inline void care_curl_set_reason(CURL *easy, char *reason) { curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, reason); }

static inline long care_curl_status(CURL *easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

static const int care_eventfd_flags = EFD_CLOEXEC | EFD_NONBLOCK;

// Of a WebSocket that is open.
static inline curl_socket_t care_curl_socket(CURL *easy) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    curl_easy_getinfo(easy, CURLINFO_ACTIVESOCKET, &socket);
    return socket;
}

// Where the last redirect led. The handle's own text.
static inline const char *care_curl_url(CURL *easy) {
    char *url = NULL;
    curl_easy_getinfo(easy, CURLINFO_EFFECTIVE_URL, &url);
    return url;
}

static inline void care_curl_bound(CURLM *multi, long connections) { curl_multi_setopt(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, connections); }

// A transfer that has ended since, if any, and how.
static inline CURL *care_curl_ended(CURLM *multi, CURLcode *code) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
