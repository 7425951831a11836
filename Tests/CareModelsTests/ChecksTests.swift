import Testing

@testable import HTTP

struct ValidationTests {
    @Test func collectsEveryFault() {
        var validation = Validation()
        #expect(validation.text(nil, "title", required: true, most: 10) == nil)
        #expect(validation.text("  ", "name", required: true, most: 10) == nil)
        #expect(validation.text("abcdef", "code", most: 5) == nil)
        #expect(validation.text("👩‍👩‍👧", "family", most: 4) == nil)
        #expect(validation.text("a\u{7}b", "bell", most: 5) == nil)
        validation.check(false, "end", "must be after start")
        validation.check(true, "fine", "never said")
        let fault = problem { try validation.done() }
        #expect(fault?.fields.map(\.field) == ["title", "name", "code", "family", "bell", "end"])
        #expect(fault?.fields[2].message == "must have at most 5 characters (Unicode code points), not 6")
    }

    @Test func passesWhatIsWell() throws {
        var validation = Validation()
        #expect(validation.text("  héllo\nyou ", "text", most: 9) == "héllo\nyou")
        #expect(validation.text(nil, "absent", most: 3) == nil)
        #expect(validation.text("👩‍👩‍👧", "family", most: 5) == "👩‍👩‍👧")
        try validation.done()
    }

    @Test func keepsProseAsItIs() {
        var validation = Validation()
        #expect(validation.prose("  Dear\n\n", "text", most: 8) == "  Dear\n\n")
        #expect(validation.prose(" \n\t", "caption", most: 3) == nil)
        #expect(validation.fields.isEmpty)
        #expect(validation.prose(" \n\t", "text", required: true, most: 3) == nil)
        #expect(validation.prose("abc\n", "long", most: 3) == nil)
        #expect(validation.prose("a\u{7}b", "bell", most: 3) == nil)
        #expect(validation.fields.map(\.field) == ["text", "long", "bell"])
    }
}
