import CareModels
import Foundation

extension Request {
    /// Decodes JSON; 415 for another content type, a 400 problem that names the faulty field otherwise.
    package func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
        guard isJSON else {
            var problem = Problem.unsupportedMediaType("Send application/json in UTF-8.", accepted: "application/json")
            // Every PATCH is a merge patch (RFC 7396), called so or not (RFC 5789, section 2.2).
            if method == .PATCH { problem.headers.add(name: "Accept-Patch", value: "application/merge-patch+json, application/json") }
            throw problem
        }
        return try JSONBody.decode(type, from: body)
    }

    /// Of an operation that takes no body: whoever says something in one, as when it was, hears that nobody reads it. No bytes and an empty object are what
    /// programs send that always send something.
    func refuseBody() throws {
        let said = body.filter { !" \t\r\n".utf8.contains($0) }
        guard said.isEmpty || isJSON && said.elementsEqual("{}".utf8) else { throw Problem.invalid(Fault("body", "must be empty: this address takes none")) }
    }

    /// Decodes `application/x-www-form-urlencoded` (OAuth, HTML pages); a 400 that tells the names given twice.
    package func form() throws -> [String: String] {
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw Problem.unsupportedMediaType("Send application/x-www-form-urlencoded in UTF-8.", accepted: "application/x-www-form-urlencoded")
        }
        let pairs: (values: [String: String], twice: [String])
        do {
            pairs = try PercentCoding.pairs(body)
        } catch .malformed {
            throw Problem(.malformedForm, detail: "Percent-encode it as UTF-8, without NUL characters.")
        } catch .tooMany {
            throw Problem(
                .malformedForm, detail: "It may have \(PercentCoding.mostPairs) fields.", members: ["limit": .number(PercentCoding.mostPairs)])
        }
        if let faults = Faults(pairs.twice.map { Fault($0.shortened, "is given more than once; give it once") }) { throw faults.problem }
        return pairs.values
    }

    /// The same as pairs in their order, for forms whose names may be repeated.
    package func formList() throws -> [(name: String, value: String)] {
        guard mediaType == "application/x-www-form-urlencoded" else {
            throw Problem.unsupportedMediaType("Send application/x-www-form-urlencoded in UTF-8.", accepted: "application/x-www-form-urlencoded")
        }
        return try QueryParameters.list(body)
    }

    /// The content type without its parameters, lower-cased.
    package var mediaType: String? { headers.first(name: "Content-Type").map { MediaType.name($0) } }

    private var isJSON: Bool {
        guard let value = headers.first(name: "Content-Type") else { return false }
        if value == "application/json" { return true }
        guard let mediaType, mediaType == "application/json" || (mediaType.hasPrefix("application/") && mediaType.hasSuffix("+json")) else { return false }
        guard let charset = value.lowercased().range(of: "charset=") else { return true }
        let name = value.lowercased()[charset.upperBound...].trimmingCharacters(in: CharacterSet(charactersIn: "\" "))
        return name.hasPrefix("utf-8") || name.hasPrefix("utf8")
    }
}
