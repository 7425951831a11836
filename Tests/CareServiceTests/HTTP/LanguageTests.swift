import CareModels
import Testing

@testable import HTTP

/// In which language a problem comes: in that which the request asks for, wherever the problem is made.
@Suite(.timeLimit(.minutes(3)))
struct LanguageTests {
    static let routes = [
        Route.get("/known", .anyone, operation: "known") { _ in throw Problem.notFound("There is no such appointment.") },
        Route.post("/made", .anyone, operation: "made") { _ in .noContent },
        Route.get("/own", .anyone, operation: "own") { request in Response(.ok, body: Array(request.language.tag.utf8)) },
        Route.get("/rendered", .anyone, operation: "rendered") { _ in throw Problem.notFound("There is no such appointment.") }
            .rendering { problem, request in Response(problem.status, body: Array("\(request.language.tag) \(problem.type.name)".utf8)) }
    ]

    @Test(arguments: [
        ("/known", "fr-CH, en;q=0.8", Language.french, "Ce rendez-vous n’existe pas."), ("/known", "en", .english, "There is no such appointment."),
        ("/known", "de, *;q=0.5", .english, "There is no such appointment."), ("/nowhere", "fr", .french, "Il n’y a rien à cette adresse"),
        ("/made", "fr", .french, "Cette adresse n’accepte pas cette méthode")
    ])
    func problems(_ path: String, _ wish: String, _ language: Language, _ words: String) async throws {
        try await withServer(Self.routes) { (server: HTTPServer) async throws -> Void in
            let answer = try await HTTPClient().get("http://127.0.0.1:\(server.port)\(path)", headers: ["Accept-Language": wish])
            #expect(answer.headers["Content-Language"] == [language.tag])
            #expect(answer.headers[canonicalForm: "Vary"].sorted() == ["Accept-Language", "Origin"])
            #expect(String(decoding: answer.body, as: UTF8.self).contains(words))
        }
    }

    @Test func withoutAWishItIsEnglish() async throws {
        try await withServer(Self.routes) { (server: HTTPServer) async throws -> Void in
            let answer = try await HTTPClient().get("http://127.0.0.1:\(server.port)/known")
            #expect(answer.headers["Content-Language"] == ["en"])
            #expect(String(decoding: answer.body, as: UTF8.self).contains("There is no such appointment."))
        }
    }

    @Test func handlersAndOtherFormatsKnowItToo() async throws {
        try await withServer(Self.routes) { (server: HTTPServer) async throws -> Void in
            for (path, words) in [("/own", "fr"), ("/rendered", "fr not-found")] {
                let answer = try await HTTPClient().get("http://127.0.0.1:\(server.port)\(path)", headers: ["Accept-Language": "fr"])
                #expect(String(decoding: answer.body, as: UTF8.self) == words)
            }
        }
    }
}
