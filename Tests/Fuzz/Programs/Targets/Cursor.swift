import CareModels
import Foundation

@testable import HTTP

extension FuzzTarget {
    /// Cursors of lists, which clients may forge, and base64url under them (RFC 4648, section 5: one value, one spelling).
    static let cursor = FuzzTarget("cursor", longest: 1200) { input in
        let spelled = Base64URL.encode(input)
        expect(Base64URL.decode(spelled) == input, "base64url: encoded and decoded is something else")
        let text = String(decoding: input, as: UTF8.self)
        if let bytes = Base64URL.decode(text) { expect(Base64URL.encode(bytes) == text, "base64url: two spellings of one value") }

        // As a cursor itself, and as the JSON inside one, which libFuzzer would not find through base64url.
        let list = ListTag("/things")
        for cursor in [text, spelled] {
            guard let fields = refusal({ try Cursor.decode(cursor, of: list) }) else { continue }
            expect(!fields.isEmpty && cursor.utf8.count <= Cursor.longest, "a cursor without fields, or too long")
            let again = unwrap(Cursor.encode(fields, of: list), "its fields make no cursor")
            if again.utf8.count <= Cursor.longest {
                expect(refusal { try Cursor.decode(again, of: list) } == fields, "made again it is another cursor")
                expect(refusal { try Cursor.decode(again, of: ListTag("/others")) } == nil, "another list takes it")
            }
            let page = PageRequest(limit: 50, of: list, after: fields)
            for index in -1...fields.count {
                _ = refusal { try page.text(at: index) }
                _ = refusal { try page.int(at: index) }
                _ = refusal { try page.id(at: index, of: Event.self) }
                if let instant = refusal({ try page.instant(at: index) }), let instant { _ = RFC3339.format(instant) }
            }
            // Where a list by time goes on, as a webhook's deliveries, and one by name.
            if let place = refusal({ try TimeCursor<Event>(page) }), let place {
                let again = refusal { try TimeCursor<Event>(PageRequest(limit: 50, of: list, after: place.fields)) }
                expect(again??.fields == place.fields, "a place by time is another one page on")
            }
            if let place = refusal({ try NameCursor<Event>(page) }), let place {
                let again = refusal { try NameCursor<Event>(PageRequest(limit: 50, of: list, after: place.fields)) }
                expect(again??.fields == place.fields, "a place by name is another one page on")
            }
        }
    }
}

/// The value, or nil when it was refused as it has to be: with a problem of the client's making.
func refusal<Value>(_ body: () throws -> Value, file: StaticString = #fileID, line: UInt = #line) -> Value? {
    do {
        return try body()
    } catch let problem as Problem {
        expect((400..<500).contains(problem.status.code), "refused with \(problem.status.code)", file: file, line: line)
        return nil
    } catch let convertible as any ProblemConvertible {
        expect((400..<500).contains(convertible.problem.status.code), "refused with \(convertible.problem.status.code)", file: file, line: line)
        return nil
    } catch {
        fatalError("not a problem of the client's: \(error)", file: file, line: line)
    }
}
