import CareModels
import Foundation

extension Problem {
    static let typeBase = "https://careline.example/problems/"

    /// `application/problem+json`: type, title, status, then detail, fields, requestId and the extensions, when there are any.
    package func response(requestID: String? = nil) -> Response {
        var headers = self.headers
        headers.replaceOrAdd(name: "Content-Type", value: "application/problem+json")
        headers.replaceOrAdd(name: "Cache-Control", value: "no-store")
        let document = Document(problem: self, requestID: requestID)
        let body = (try? CareJSON.encode(document)).map { [UInt8]($0) } ?? []
        return Response(status, headers: headers, body: body)
    }

    private struct Document: Encodable {
        let problem: Problem
        let requestID: String?

        struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(_ name: String) { stringValue = name }
            init?(stringValue: String) { self.init(stringValue) }
            init?(intValue: Int) { nil }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (name, value) in problem.extensions { try container.encode(value, forKey: Key(name)) }
            for (name, value) in problem.numbers { try container.encode(value, forKey: Key(name)) }
            try container.encode(Problem.typeBase + problem.slug, forKey: Key("type"))
            try container.encode(problem.title, forKey: Key("title"))
            try container.encode(Int(problem.status.code), forKey: Key("status"))
            try container.encodeIfPresent(problem.detail, forKey: Key("detail"))
            try container.encodeIfPresent(requestID, forKey: Key("requestId"))
            if !problem.fields.isEmpty { try container.encode(problem.fields, forKey: Key("fields")) }
        }
    }
}
