import Foundation
import Testing

@testable import CareModels

@Suite struct ProblemTypeTests {
    /// Each is made beside the list of its area: none is forgotten there.
    @Test func everyTypeIsInTheList() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Shared/CareModels/Problems")
        let made = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /ProblemType\(\s*"([^"]+)"/).map { String($0.1) }
        }
        #expect(!made.isEmpty)
        #expect(made.sorted() == ProblemType.allCases.map(\.name).sorted())
        #expect(Set(made).count == made.count, "two have one name")
    }

    @Test(arguments: ProblemType.allCases.map(\.name))
    func saysWhatItMeansAndWhatToDo(name: String) throws {
        let type = try #require(ProblemType.allCases.first { $0.name == name })
        #expect(name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil)
        #expect((400...599).contains(type.status))
        for title in Language.allCases.map(type.title(in:)) { #expect(!title.isEmpty && !title.hasSuffix(".")) }
        #expect(type.meaning.hasSuffix(".") && type.remedy.hasSuffix("."))
        let common: Set = ["type", "title", "status", "detail", "requestId", "fields"]
        for member in type.members {
            #expect(!common.contains(member.name), "\(member.name) would be overwritten")
            #expect(member.meaning.hasSuffix("."))
        }
    }

    @Test func anExampleHasTheTypesOwnMembers() throws {
        let json = String(decoding: try CareJSON.encode(ProblemType.dailyLimit.example(issuer: "https://care.example")), as: UTF8.self)
        #expect(json.contains(#""dailyLimit":12"#))
        #expect(json.contains(#""type":"https://care.example/problems/daily-limit""#))
        #expect(json.contains(#""status":409"#))
    }

    /// An app that words its own text has the number beside ours, in every language.
    @Test(arguments: [Language.english, .french]) func aFaultsLimitIsANumber(language: Language) throws {
        var document = ProblemDocument(.validation, issuer: "https://care.example", language: language)
        document.fields = [Fault("title", "must have at most \(limit: 200) bytes"), Fault("name", "is required")]
        let json = String(decoding: try CareJSON.encode(document), as: UTF8.self)
        #expect(json.components(separatedBy: #""limit":200"#).count == 2)
        #expect(json.components(separatedBy: "limit").count == 2)
    }

    @Test func noMemberTakesTheCommonOnesPlace() throws {
        var document = ProblemDocument(.gone, issuer: "https://care.example")
        document.members = ["status": 200, "type": "elsewhere", "size": 7]
        let json = String(decoding: try CareJSON.encode(document), as: UTF8.self)
        #expect(json == #"{"size":7,"status":410,"title":"Deleted","type":"https://care.example/problems/gone"}"#)
    }
}
