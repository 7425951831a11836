@testable import FHIR
@testable import JSON
@testable import RecordsService

extension FuzzTarget {
    /// Lines of an import, however the network cuts them: every byte comes out once and in order; and a resource of an export is a line that says the same.
    static let ndjson = FuzzTarget("ndjson", longest: 4096) { input in
        var choices = Choices(input)
        let seed = choices.byte()
        let bytes = choices.bytes
        let whole = lines(of: [bytes])
        let cut = lines(of: bytes.pieces(seed))
        expect(whole.lines == cut.lines && whole.rest == cut.rest, "cut otherwise it has other lines")
        expect(!cut.rest.contains(0x0A) && cut.lines.allSatisfy { !$0.contains(0x0A) }, "a line's end within a line")
        expect(Array((cut.lines + [cut.rest]).joined(separator: [0x0A])) == bytes, "the lines are not what came")
        guard let document = try? JSONDocument(bytes) else { return }
        var written: [UInt8] = []
        for _ in 1...2 { NDJSON.append(bytes, to: &written) }
        let exported = lines(of: written.pieces(seed))
        expect(exported.lines.count == 2 && exported.rest.isEmpty, "\(exported.lines.count) lines of two resources")
        for line in exported.lines {
            guard let again = try? JSONDocument(line) else { fatalError("a line that is no JSON") }
            expect(again.root.isSame(document.root), "a line says something else")
        }
    }

    private static func lines(of pieces: [[UInt8]]) -> (lines: [[UInt8]], rest: [UInt8]) {
        var lines = NDJSON.Lines()
        return (pieces.flatMap { lines.take($0) }, lines.rest)
    }
}
