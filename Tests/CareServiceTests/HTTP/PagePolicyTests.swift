import Testing

@testable import HTTP

struct PagePolicyTests {
    /// The example of Content Security Policy, level 2.
    @Test func aScriptIsNamedByItsHash() {
        #expect(PagePolicy.source(of: "alert('Hello, world.');") == "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='")
    }

    @Test func aPageThatSaysNothingElseHasNoScriptsAndNoForms() {
        let policy = Response.html("<p>hello").headers["Content-Security-Policy"]
        #expect(policy == ["default-src 'none'; style-src 'self'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"])
        let own = Response.html("<p>hello", headers: ["Content-Security-Policy": "default-src 'none'"])
        #expect(own.headers["Content-Security-Policy"] == ["default-src 'none'"])
    }
}
