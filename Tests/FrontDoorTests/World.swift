import Foundation
import HTTP
import ServiceTestKit
import Telemetry

@testable import CareService
@testable import FrontDoorService

/// A front door with a small site, over real HTTP.
enum World {
    /// `settings` may change what it is started with; `site` what lies in its folder.
    static func run(
        _ values: [String: String] = [:], site: [String: String] = World.site, _ body: @escaping @Sendable (Visitor) async throws -> Void
    ) async throws {
        Log.level = .error
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("careline-front-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in site {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let standard = ["CARE_HTTP_PORT": "0", "CARE_FRONT_SITE": folder.path, "CARE_ISSUER": "https://care.example"]
        let service = try ServiceMain.compose("front-door", standard.merging(values) { _, own in own }, serviceApp)
        try await service.withRunning { port in try await body(Visitor(client: ServiceClient(port: port))) }
    }

    static let site = [
        "index.json": """
        {"pages": [
          {"path": "/docs/operators", "language": "en", "file": "pages/operators.html", "title": "For operators", "summary": "How it is run.", "isGuide": true, "sections": [
            {"id": "", "title": "For operators", "text": "Each service is one executable: post it, bookIt, bookIt.", "isChapter": false},
            {"id": "tls", "title": "TLS", "text": "A certificate for each: CARE_TLS_CERT. Café certificates too.", "isChapter": true},
            {"id": "logs", "title": "Logs", "text": "One line each, about a certificate for instance.", "isChapter": true}]},
          {"path": "/docs/events", "file": "pages/glossary.html", "title": "Events", "summary": "All.", "isGuide": false, "sections": []},
          {"path": "/docs/events/care.x.v1", "language": "en", "file": "pages/event.html", "title": "care.x.v1", "summary": "One.", "isGuide": false, "sections": []},
          {"path": "/docs/operations", "file": "pages/glossary.html", "title": "Operations", "summary": "All.", "isGuide": false, "sections": []},
          {"path": "/docs/operations/bookIt", "file": "pages/glossary.html", "title": "POST /it", "summary": "One.", "isGuide": false, "sections": [
            {"id": "", "title": "Take it", "text": "POST /it bookIt", "isChapter": false}]},
          {"path": "/docs/sdk/reference", "language": "en", "file": "pages/client.html", "title": "Reference", "summary": "All.", "isGuide": false, "sections": []},
          {"path": "/docs/sdk/reference/Messaging.Message", "language": "en", "file": "pages/message.html", "title": "Messaging.Message", "summary": "One.", "isGuide": false, "sections": [
            {"id": ".send(_:to:)", "title": "send(_:to:)", "text": "Kept on the device.", "isChapter": false}]},
          {"path": "/glossary", "language": "en", "file": "pages/glossary.html", "title": "Glossary", "summary": "Names.", "isGuide": false, "sections": []},
          {"path": "/glossary", "language": "fr", "file": "pages/glossary.fr.html", "title": "Glossaire", "summary": "Les noms.", "isGuide": false, "sections": [
            {"id": "slot", "title": "Créneaux", "text": "Un horaire libre.", "isChapter": true}]}],
         "files": [
          {"path": "/openapi.yaml", "file": "files/openapi.yaml", "type": "application/yaml"},
          {"path": "/schemas/care.x.v1.json", "file": "files/x.json", "type": "application/schema+json"},
          {"path": "/openapi.json", "file": "files/o.json", "type": "application/json"},
          {"path": "/asyncapi.yaml", "file": "files/asyncapi.yaml", "type": "application/yaml"},
          {"path": "/site/swagger-ui.js", "file": "files/a.js", "type": "text/javascript; charset=utf-8"},
          {"path": "/site/swagger-ui.css", "file": "files/a.css", "type": "text/css; charset=utf-8"},
          {"path": "/site/oauth2-redirect.js", "file": "files/a.js", "type": "text/javascript; charset=utf-8"},
          {"path": "/site/reference.js", "file": "files/a.js", "type": "text/javascript; charset=utf-8"}],
         "missing": []}
        """,
        "pages/operators.html": "<h2 id=\"tls\">TLS</h2>", "pages/glossary.html": "<p>Slot</p>", "pages/glossary.fr.html": "<p>Créneau</p>",
        "pages/event.html": "<p>Its key</p><pre>BASE=${CARELINE_URL:-http://127.0.0.1:8080}</pre><p>http://127.0.0.1:8080</p>", "pages/client.html": "<p>Types</p>",
        "pages/message.html": "<dl><dt id=\".send(_:to:)\">send</dt></dl>",
        "files/openapi.yaml": "openapi: 3.1.0\nservers:\n  - url: http://127.0.0.1:8080\n# http://127.0.0.1 and any port\n",
        "files/asyncapi.yaml": "asyncapi: 3.0.0\nid: http://127.0.0.1:8080/events\n",
        "files/x.json": "{}", "files/o.json": "{\"tokenUrl\":\"http://127.0.0.1:8080/oauth/token\"}", "files/a.js": "void 0;", "files/a.css": "p{}",
        "secret.txt": "not listed"
    ]

    /// Where nothing could be rendered.
    static let poorSite = [
        "index.json": """
        {"pages": [], "files": [{"path": "/openapi.yaml", "file": "o.yaml", "type": "application/yaml"}], "missing": ["Swagger UI could not be installed."]}
        """,
        "o.yaml": "openapi: 3.1.0\n"
    ]
}

struct Visitor: Sendable {
    let client: ServiceClient

    func get(_ path: String, _ headers: HTTPHeaders = [:]) async throws -> Answer { try await client.send(.GET, path, headers: headers) }

    func send(_ method: HTTPMethod, _ path: String, _ headers: HTTPHeaders = [:]) async throws -> Answer {
        try await client.send(method, path, headers: headers)
    }

    /// As a browser asks.
    func page(_ path: String) async throws -> Answer { try await get(path, ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]) }
}

extension Answer {
    func header(_ name: String) -> String? { headers.first(name: name) }
}
