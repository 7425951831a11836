import CareModels
import CareService
import Foundation
import JSON
import Testing

@testable import SchedulingService

/// Words that come out of a list into a text, not out of a literal that stands where a text is wanted: `Tests/Outside/operators/test_texts.py` finds those.
struct TextListsTests {
    private func missing(_ templates: some Sequence<String>) -> [String] { templates.flatMap { Text(template: $0).missing(in: .french) } }

    @Test func roles() { #expect(missing(Role.allCases.map(\.rawValue)).isEmpty) }

    @Test func statuses() { #expect(missing(AppointmentStatus.allCases.map(\.rawValue)).isEmpty) }

    @Test func refusalsOfTokens() { #expect(missing(TokenRefusal.allCases.map(\.rawValue) + DPoPRefusal.allCases.map(\.rawValue)).isEmpty) }

    @Test func spellings() { #expect(missing([UserID.spelling, LocalDate.spelling, ClockTime.spelling]).isEmpty) }

    @Test func partsOfAnInstant() { #expect(missing(RFC3339.ImpossiblePart.allCases.map(\.rawValue)).isEmpty) }

    @Test func partsOfARequest() { #expect(missing(["method", "path", "body"]).isEmpty) }

    @Test func titles() { #expect(missing(ProblemType.allCases.map { $0.title(in: .english) }).isEmpty) }

    @Test(arguments: ["", "[", "{", "{1", #"{"a" 1}"#, #"{"a":1 2}"#, "[1 2]", "1 1", "tru", "01", "\"\u{1}\"", #""\x""#, #"{"a":1,"a":1}"#, "\u{FEFF}1"])
    func faultsOfJSON(_ text: String) throws {
        do throws(JSONFault) {
            _ = try JSONDocument(Array(text.utf8))
            Issue.record("\(text) is read")
        } catch {
            #expect(error.text.missing(in: .french).isEmpty)
        }
    }

    private struct Kinds: Decodable {
        var at: Date?
        var day: LocalDate?
        var time: ClockTime?
        var id: UserID?
        var count: Int?
        var share: Double?
        var data: Data?
        var url: URL?
    }

    /// What the decoder expected, which comes as a library's error.
    @Test(arguments: [
        #"{"at": "x"}"#, #"{"day": "x"}"#, #"{"time": "x"}"#, #"{"id": "x"}"#, #"{"count": 1e99}"#, #"{"count": "1"}"#, #"{"share": 1e999}"#, #"{"data": "%"}"#,
        "[]", "1"
    ])
    func kinds(_ text: String) throws {
        do {
            _ = try CareJSON.decode(Kinds.self, from: Array(text.utf8))
            Issue.record("\(text) is read")
        } catch let DecodingError.dataCorrupted(context) {
            #expect(context.debugDescription.hasPrefix("expected "))
            #expect(missing([String(context.debugDescription.dropFirst("expected ".count))]).isEmpty)
        } catch is DecodingError {
            // Said by the type, which is a literal.
        }
    }
}
