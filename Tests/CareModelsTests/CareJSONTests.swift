import CareModels
import Foundation
import JSON
import Testing

@Suite struct CareJSONTests {
    private struct Note: Codable, Equatable {
        var zulu: Date
        var alpha: String?
        var link: String
    }

    @Test func equalValuesAreEqualBytes() throws {
        let note = Note(zulu: Date(timeIntervalSince1970: 1.5), alpha: nil, link: "https://careline.example/a")
        let json = String(decoding: try CareJSON.encode(note), as: UTF8.self)
        #expect(json == #"{"link":"https://careline.example/a","zulu":"1970-01-01T00:00:01.500Z"}"#)
        #expect(try CareJSON.decode(Note.self, from: Data(json.utf8)) == note)
    }

    @Test(arguments: ["\"yesterday\"", "1772980200", "null", "\"2026-02-30T00:00:00Z\""])
    func aWrongInstantIsRefusedByItsField(value: String) throws {
        let json = Data("{\"link\":\"\",\"zulu\":\(value)}".utf8)
        do {
            _ = try CareJSON.decode(Note.self, from: json)
            Issue.record("it was accepted")
        } catch let error as DecodingError {
            #expect(path(of: error) == ["zulu"])
        }
    }

    private func path(of error: DecodingError) -> [String] {
        switch error {
        case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context):
            context.codingPath.map(\.stringValue)
        @unknown default: []
        }
    }

    @Test func readsOffsets() throws {
        let json = Data(#"{"link":"","zulu":"2026-03-08T08:30:00-06:00"}"#.utf8)
        #expect(try CareJSON.decode(Note.self, from: json).zulu == Date(timeIntervalSince1970: 1_772_980_200))
    }
}
