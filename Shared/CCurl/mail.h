#include <curl/curl.h>

// Where the bytes of a mail come from; 0 ends it.
typedef size_t (*care_curl_source)(char *bytes, size_t size, size_t count, void *context);

static inline void care_curl_set_source(CURL *easy, care_curl_source source, void *context) {
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, source);
    curl_easy_setopt(easy, CURLOPT_READDATA, context);
}
