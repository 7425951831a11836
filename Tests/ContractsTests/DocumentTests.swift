import Foundation
import Testing

@testable import Careline

@Suite struct DocumentTests {
    /// What a reader could take for something else is quoted.
    @Test func yamlSaysWhatIsMeant() {
        let document: Document = [
            "plain": "text", "colon": "a: b", "hash": "a #b", "yes": "yes", "number": "12", "null": "null", "empty": "", "dash": "- a",
            "newline": "a\nb", "quote": "\"", "backslash": "\\", "unicode": "é", "trailing": "a ", "end": "a:", "true": true, "int": -3,
            "decimal": .decimal(2.5), "none": .null, "list": [["a": 1, "b": [[1], []]], "x", [:]], "1": ["$ref": "#/a"]
        ]
        let expected = #"""
            plain: text
            colon: "a: b"
            hash: "a #b"
            "yes": "yes"
            number: "12"
            "null": "null"
            empty: ""
            dash: "- a"
            newline: "a\nb"
            quote: "\""
            backslash: "\\"
            unicode: "é"
            trailing: "a "
            end: "a:"
            "true": true
            int: -3
            decimal: 2.5
            none: null
            list:
              - a: 1
                b:
                  - - 1
                  - []
              - x
              - {}
            "1":
              $ref: "#/a"

            """#
        #expect(document.yaml == expected)
    }

    @Test func jsonComesBack() throws {
        let document: Document = ["a": [1, .decimal(0.5), .null, true, "é\"\\\n\u{1}"], "b": [:], "c": []]
        #expect(try Document(json: Data(document.json.utf8)) == document)
    }
}
