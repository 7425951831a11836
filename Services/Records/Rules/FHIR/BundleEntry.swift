import CareModels
import Foundation
import JSON

/// One entry of a batch or transaction: what is asked, of which address, with which conditions
/// (http://hl7.org/fhir/R4/http.html#transaction).
struct BundleEntry: Sendable {
    enum Action: Equatable, Sendable {
        case create(type: String)
        case update(type: String, id: String)
        case patch(type: String, id: String)
        case delete(type: String, id: String)
        /// Of the one that a search finds; `query` as it stood behind the question mark.
        case updateFound(type: String, query: String)
        case patchFound(type: String, query: String)
        case deleteFound(type: String, query: String)
        case read(type: String, id: String)
        case readVersion(type: String, id: String, version: Int)
        /// `query` as it stood behind the question mark.
        case search(type: String, query: String)
    }

    var action: Action
    var resource: JSONValue?
    var fullURL: String?
    var precondition = Precondition()
    /// Of a reading: what the client has of it already.
    var known = KnownVersion()
    /// HEAD: nobody wants to see what is read.
    var isHead = false
    /// Words of the extension, nil when it is absent.
    var annotations: Annotations?
    /// Of a creation: the search that may find nothing yet.
    var ifNoneExist: String?

    /// Of each of the request's texts and of `fullUrl`, in bytes: what a head could hold, had it come by itself.
    static let longestText = 8 << 10

    /// `Bundle.entry.request.extension`: annotations, as the header Care-Annotations has them.
    static let annotationsURL = "https://careline.example/fhir/annotations"

    init(_ entry: JSONValue) throws(ResourceFault) {
        // The entry's path is made for a fault alone.
        var place: String { entry.path }
        guard let request = entry["request"], request.kind == .object else {
            throw ResourceFault(.required, "The entry says no request.", at: "\(place).request")
        }
        try Self.checkLengths(entry, request)
        guard let method = request["method"]?.string, ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(method) else {
            throw ResourceFault(.value, "The method is GET, HEAD, POST, PUT, PATCH or DELETE here.", at: "\(place).request.method")
        }
        guard let url = request["url"]?.string else { throw ResourceFault(.required, "The request has no url.", at: "\(place).request.url") }
        guard let action = Self.action(method, url) else {
            throw ResourceFault(.value, "The url does not fit the method; it is Type, Type?query, Type/id or Type/id/_history/version.", at: "\(place).request.url")
        }
        self.action = action
        resource = entry["resource"]
        fullURL = entry["fullUrl"]?.string
        isHead = method == "HEAD"
        try readConditions(request)
        annotations = try Self.annotations(request)
        switch action {
        case .create, .update, .updateFound, .patch, .patchFound:
            guard resource != nil else { throw ResourceFault(.required, "The entry has no resource.", at: "\(place).resource") }
        default: break
        }
    }

    /// Before anything of it is read. A bundle may be as long as thirty heads and resources, and an entry of it is none of them.
    private static func checkLengths(_ entry: JSONValue, _ request: JSONValue) throws(ResourceFault) {
        func check(_ name: String, of holder: JSONValue, _ limit: Int) throws(ResourceFault) {
            guard let value = holder[name], value.range.count > limit else { return }
            throw ResourceFault(.tooCostly, "\(name) has \(value.range.count) bytes; at most \(limit) are taken.", at: "\(holder.path).\(name)")
        }
        try check("resource", of: entry, ResourceDraft.limit)
        try check("fullUrl", of: entry, longestText)
        for name in ["method", "url", "ifNoneExist", "ifMatch", "ifNoneMatch", "ifModifiedSince"] { try check(name, of: request, longestText) }
    }

    private static func annotations(_ request: JSONValue) throws(ResourceFault) -> Annotations? {
        guard let extensions = request["extension"], extensions.kind == .array else { return nil }
        guard let found = extensions.children.first(where: { $0["url"]?.string == annotationsURL }) else { return nil }
        guard let text = found["valueString"]?.string else {
            throw ResourceFault(.value, "The annotations are a valueString.", at: "\(request.path).extension")
        }
        do throws(Annotations.Refusal) {
            return try Annotations(header: text)
        } catch {
            throw ResourceFault(.value, "The annotations cannot be taken.", at: "\(request.path).extension")
        }
    }

    /// There is one form of answers, whichever is asked for.
    private static func isOfFormAlone(_ query: String) -> Bool {
        query.split(separator: "&").allSatisfy { $0.hasPrefix("_format=") || $0.hasPrefix("_pretty=") }
    }

    private static func action(_ method: String, _ url: String) -> Action? {
        let halves = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = halves[0].hasPrefix("/") ? halves[0].dropFirst() : halves[0]
        // At most Type/id/_history/version; what is more is in the last one, which then fits nothing.
        let parts = path.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
        let query = halves.count == 2 ? String(halves[1]) : nil
        guard let type = parts.first, !type.isEmpty else { return nil }
        if parts.count == 1 {
            switch method {
            case "POST" where query == nil: return .create(type: type)
            case "GET", "HEAD": return .search(type: type, query: query ?? "")
            case "PUT": return query.map { .updateFound(type: type, query: $0) }
            case "PATCH": return query.map { .patchFound(type: type, query: $0) }
            case "DELETE": return query.map { .deleteFound(type: type, query: $0) }
            default: return nil
            }
        }
        guard ResourceID.isValid(parts[1]), query.map(isOfFormAlone) ?? true else { return nil }
        if parts.count == 4, parts[2] == "_history", let version = Int(parts[3]), method == "GET" || method == "HEAD" {
            return .readVersion(type: type, id: parts[1], version: version)
        }
        guard parts.count == 2 else { return nil }
        switch method {
        case "PUT": return .update(type: type, id: parts[1])
        case "PATCH": return .patch(type: type, id: parts[1])
        case "DELETE": return .delete(type: type, id: parts[1])
        case "GET", "HEAD": return .read(type: type, id: parts[1])
        default: return nil
        }
    }

    var type: String {
        switch action {
        case .create(let type), .update(let type, _), .patch(let type, _), .delete(let type, _), .updateFound(let type, _), .patchFound(let type, _),
            .deleteFound(let type, _), .read(let type, _), .readVersion(let type, _, _), .search(let type, _):
            type
        }
    }
}
