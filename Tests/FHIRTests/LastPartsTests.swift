import FHIR
import Testing

@Suite struct LastPartsTests {
    @Test(arguments: [
        ("Patient/1", "Patient", "1"), ("https://care.test/fhir/r4/Patient/1", "Patient", "1"), ("Patient/1/_history/2", "Patient", "1"),
        ("https://care.test/Patient/1/_history/2", "Patient", "1"), ("1/_history/2", "_history", "2"), ("/Patient/", "Patient", ""), ("a//b", "", "b"),
        ("Patient\u{338}/1", "Patient\u{338}", "1")
    ]) func endsOfReferences(_ text: String, _ type: String, _ id: String) {
        #expect(text.typeAndID?.type == type)
        #expect(text.typeAndID?.id == id)
    }

    @Test(arguments: ["", "Patient", "#a"]) func whatHasNoTwoPartsHasNone(_ text: String) { #expect(text.typeAndID == nil) }

    @Test func noMoreIsTakenApartThanIsAskedFor() {
        let slashes = String(repeating: "/", count: 100_000)
        #expect(slashes.lastParts(3) == ["", "", ""])
        #expect((slashes + "Patient/1").typeAndID?.type == "Patient")
        #expect("a/b/c".lastParts(5) == ["a", "b", "c"] && "a/b/c".lastParts(2) == ["b", "c"] && "".lastParts(2) == [""])
    }
}
