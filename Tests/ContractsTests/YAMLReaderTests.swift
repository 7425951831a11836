import Foundation
import Testing

@testable import Careline

@Suite struct YAMLReaderTests {
    @Test func readsWhatAPersonWrites() throws {
        let text = """
            # a comment
            openapi: "3.1.0"   # quoted, so text
            count: 12
            ratio: -0.5
            yes: true
            none:
            tilde: ~
            url: http://127.0.0.1:8080/a#b
            /users/{id}:
              get: {operationId: getUser, tags: [Users, "a, b"], empty: {}, list: []}
            list:
            - one
            - key: value
              other: 'it''s'
            -
              nested: 1
            - - 1
              - 2
            literal: |
              first

                indented
              last
            folded: >-
              one
              two

              three
            "quoted key": "tab\\t\\u00e9\\n"
            """
        let expected: Document = [
            "openapi": "3.1.0", "count": 12, "ratio": .decimal(-0.5), "yes": true, "none": .null, "tilde": .null,
            "url": "http://127.0.0.1:8080/a#b",
            "/users/{id}": ["get": ["operationId": "getUser", "tags": ["Users", "a, b"], "empty": [:], "list": []]],
            "list": ["one", ["key": "value", "other": "it's"], ["nested": 1], [1, 2]],
            "literal": "first\n\n  indented\nlast\n",
            "folded": "one two\nthree",
            "quoted key": "tab\té\n"
        ]
        #expect(try YAMLReader.read(text) == expected)
    }

    @Test(arguments: [
        ("a: &anchor 1", 1), ("a: *alias", 1), ("a: !!str 1", 1), ("a: 1\na: 2", 2), ("a: 1\n  b: 2", 2), ("a: one\n  two", 2),
        ("a:\n    b: 1\n  c: 2", 3), ("a: [1, 2", 1), ("a: {b: 1", 1), ("a: \"open", 1), ("a: 'b' c", 1), ("---\na: 1", 1),
        ("a:\n\tb: 1", 2), ("a: {b: 1, b: 2}", 1), ("- a\nb: 1", 2), ("a: |2\n  x", 1), ("a: \"\\x41\"", 1), ("just text\nmore", 2)
    ])
    func refusesTheRestWithItsLine(text: String, line: Int) {
        do {
            let document = try YAMLReader.read(text)
            Issue.record("it was read as \(document)")
        } catch let fault as YAMLReader.Fault {
            #expect(fault.line == line, "\(fault)")
        } catch {
            Issue.record("another error: \(error)")
        }
    }

    @Test func readsWhatTheEmitterWrites() throws {
        let document: Document = [
            "plain": "text", "colon": "a: b", "hash": "a #b", "yes": "yes", "number": "12", "null": "null", "empty": "", "dash": "- a",
            "newline": "a\nb", "quote": "\"", "backslash": "\\", "unicode": "é", "trailing": "a ", "end": "a:", "true": true, "int": -3,
            "decimal": .decimal(2.5), "none": .null, "list": [["a": 1, "b": [[1], []]], "x", [:]], "1": ["$ref": "#/a"]
        ]
        #expect(try YAMLReader.read(document.yaml) == document)
        #expect(try YAMLReader.read(AsyncAPIDocument.document().yaml) == AsyncAPIDocument.document())
    }

    @Test func jsonComesBack() throws {
        let document: Document = ["a": [1, .decimal(0.5), .null, true, "é\"\\\n\u{1}"], "b": [:], "c": []]
        #expect(try Document(json: Data(document.json.utf8)) == document)
    }
}
