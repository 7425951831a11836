#include <curl/curl.h>

// Where the bytes of a mail, or of a body, come from; 0 ends it.
typedef size_t (*care_curl_source)(char *bytes, size_t size, size_t count, void *context);

static inline void care_curl_set_source(CURL *easy, care_curl_source source, void *context) {
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, source);
    curl_easy_setopt(easy, CURLOPT_READDATA, context);
}

// A body of so many bytes. Where the connection breaks before the server has read of it, it is asked for from its beginning again.
static inline void care_curl_set_streamed_body(CURL *easy, care_curl_source source, curl_seek_callback seek, void *context, size_t count) {
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    care_curl_set_source(easy, source, context);
    curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
    curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
}
