import CareModels
import Testing

@Suite struct WebOriginTests {
    @Test(
        arguments: [
            ("https://app.example", "https://app.example"), ("https://App.Example/cb?x=1#y", "https://app.example"), ("https://app.example:443/", "https://app.example"),
            ("http://app.example:80", "http://app.example"), ("https://app.example:8443/cb", "https://app.example:8443"),
            ("http://localhost:5173", "http://localhost:5173"),
            ("http://127.0.0.1:3000/cb", "http://127.0.0.1:3000"), ("http://[::1]:8080/cb", "http://[::1]:8080"),
            ("https://xn--bcher-kva.example/", "https://xn--bcher-kva.example"),
            // As browsers write the port: without zeros before it, and none where nothing stands behind the colon.
            ("https://app.example:08443", "https://app.example:8443"), ("http://app.example:080/", "http://app.example"),
            ("https://app.example:/cb", "https://app.example"),
            ("http://[::1]", "http://[::1]"), ("https://app.example:99999", nil),
            ("com.example.app:/cb", nil), ("ftp://app.example", nil), ("https://", nil), ("app.example", nil), ("null", nil), ("", nil), ("https://a b", nil),
            ("https://b\u{FC}cher.example", nil), ("https://a%2eb", nil), ("https://app.example\u{0}", nil)
        ] as [(String, String?)])
    func ofAnAddress(_ address: String, _ origin: String?) { #expect(WebOrigin.of(address) == origin) }

    @Test(
        arguments: [
            ("https://app.example", "https://app.example"), ("https://app.example/", "https://app.example"), ("HTTPS://APP.EXAMPLE:443", "https://app.example"),
            ("https://app.example/cb", nil), ("https://app.example?x", nil), ("https://app.example#x", nil), ("https://me@app.example", nil), ("*", nil)
        ] as [(String, String?)])
    func andNoMore(_ text: String, _ origin: String?) { #expect(WebOrigin.exactly(text) == origin) }
}
