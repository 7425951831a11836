import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import ERDirectoryService

/// Whether an emergency room is open, in the language of whoever asks.
@Suite struct LanguageTests {
    @Test(arguments: [("fr-CH, en;q=0.5", "fr", "Ouvert"), ("en", "en", "Open"), ("de", "en", "Open")])
    func itIsSaidInTheReadersLanguage(_ wish: String, _ tag: String, _ text: String) async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            #expect(try await world.putDay(er.id, "2026-07-01", open24, by: scheduler).status == 200)
            let headers: HTTPHeaders = ["Accept-Language": wish]
            for path in ["/ers/\(er.id)", "/ers", "/ers/nearest?latitude=49.9&longitude=-97.1"] {
                let answer = try await world.get(path, nil, headers: headers)
                #expect(answer.text.contains(#""status":"open""#) && answer.text.contains(#""statusText":"\#(text)""#), "\(path)")
                #expect(answer.headers.first(name: "Content-Language") == tag && answer.headers["Vary"].contains("Accept-Language"))
            }
        }
    }

    @Test func aTagIsOfOneLanguageAndAChangeTakesEither() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            for path in ["/ers/\(er.id)", "/ers", "/ers/nearest?latitude=49.9&longitude=-97.1"] {
                let english = try #require(try await world.get(path, nil, headers: ["Accept-Language": "en"]).tag)
                let french = try #require(try await world.get(path, nil, headers: ["Accept-Language": "fr"]).tag)
                #expect(english != french, "\(path)")
                #expect(try await world.get(path, nil, headers: ["Accept-Language": "fr", "If-None-Match": english]).status == 200)
                #expect(try await world.get(path, nil, headers: ["Accept-Language": "fr", "If-None-Match": french]).status == 304)
            }
            let french = try #require(try await world.get("/ers/\(er.id)", nil, headers: ["Accept-Language": "fr"]).tag)
            let changed = try await world.send(.PATCH, "/ers/\(er.id)", scheduler, #"{"phone": "+12045550123"}"#, headers: ["If-Match": french])
            #expect(changed.status == 200)
        }
    }
}
