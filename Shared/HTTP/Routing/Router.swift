/// Finds the route of a method and path: a trie by segment, where a literal beats a parameter and a parameter with a suffix
/// beats a bare one. The path decides first, then the method, so that a known path with another method is a 405.
struct Router: Sendable {
    enum Match: Sendable {
        case found(Endpoint, parameters: [String])
        /// `shared`: those of them that pages of other origins may use.
        case wrongMethod(allowed: [String], shared: [String])
        case notFound
        /// A broken percent escape, one of what needs none, invalid UTF-8 or a NUL.
        case malformed
    }

    /// A route and what is kept beside it while serving.
    final class Endpoint: Sendable {
        let route: Route
        let parameterNames: [String]
        let timings: RequestTimings

        init(_ route: Route, parameterNames: [String]) {
            self.route = route
            self.parameterNames = parameterNames
            timings = RequestTimings(method: route.method.rawValue, pattern: route.path)
        }
    }

    private struct Node {
        var literals: [String: Node] = [:]
        var parameters: [(suffix: String, node: Node)] = []
        var endpoints: [(method: HTTPMethod, endpoint: Endpoint)] = []

        mutating func insert(_ segments: ArraySlice<PathPattern.Segment>, _ endpoint: Endpoint) {
            guard let first = segments.first else {
                let route = endpoint.route
                precondition(!endpoints.contains { $0.method == route.method }, "two routes for \(route.method.rawValue) \(route.path)")
                endpoints.append((route.method, endpoint))
                return
            }
            switch first {
            case .literal(let text):
                literals[text, default: Node()].insert(segments.dropFirst(), endpoint)
            case .parameter(_, let suffix):
                if let index = parameters.firstIndex(where: { $0.suffix == suffix }) {
                    parameters[index].node.insert(segments.dropFirst(), endpoint)
                } else {
                    var node = Node()
                    node.insert(segments.dropFirst(), endpoint)
                    parameters.append((suffix, node))
                    parameters.sort { $0.suffix.utf8.count > $1.suffix.utf8.count }
                }
            }
        }

        func find(_ segments: ArraySlice<String>, _ method: HTTPMethod, _ values: inout [String]) -> Node? {
            guard let first = segments.first else { return endpoints.isEmpty || isPassed(by: method) ? nil : self }
            let rest = segments.dropFirst()
            if let child = literals[first], let found = child.find(rest, method, &values) { return found }
            for (suffix, child) in parameters where first.utf8.count > suffix.utf8.count && first.hasSuffix(suffix) {
                values.append(String(first.dropLast(suffix.count)))
                if let found = child.find(rest, method, &values) { return found }
                values.removeLast()
            }
            return nil
        }

        /// See `Route.beside`.
        private func isPassed(by method: HTTPMethod) -> Bool {
            endpoints.allSatisfy { $0.endpoint.route.isBeside && $0.method != method && !($0.method == .GET && method == .HEAD) }
        }
    }

    // Sendable: a value of values and Sendable endpoints, never changed after init.
    private let root: Node

    init(_ routes: [Route]) {
        var root = Node()
        for route in routes {
            let pattern = PathPattern(route.path)
            let names: [String] = pattern.segments.compactMap { segment in
                if case .parameter(let name, _) = segment { name } else { nil }
            }
            precondition(Set(names).count == names.count, "a path parameter twice in \(route.path)")
            root.insert(pattern.segments[...], Endpoint(route, parameterNames: names))
        }
        self.root = root
    }

    /// HEAD is answered by a GET route.
    func match(_ method: HTTPMethod, path: Substring) -> Match {
        var segments: [String] = []
        segments.reserveCapacity(6)
        guard path.utf8.first == UInt8(ascii: "/") else { return .malformed }
        if path.utf8.count > 1 {
            for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
                if part.allSatisfy({ $0 != UInt8(ascii: "%") && $0 < 0x80 && $0 != 0 }) {
                    segments.append(String(Substring(part)))
                } else {
                    guard !PercentCoding.escapesNeedlessly(part), let text = PercentCoding.decode(part) else { return .malformed }
                    segments.append(text)
                }
            }
        }
        var values: [String] = []
        guard let node = root.find(segments[...], method, &values) else { return .notFound }
        if let found = node.endpoints.first(where: { $0.method == method }) { return .found(found.endpoint, parameters: values) }
        if method == .HEAD, let found = node.endpoints.first(where: { $0.method == .GET }) {
            return .found(found.endpoint, parameters: values)
        }
        return .wrongMethod(
            allowed: Self.methods(of: node.endpoints.map(\.endpoint.route)), shared: Self.methods(of: node.endpoints.map(\.endpoint.route).filter(\.isShared)))
    }

    private static func methods(of routes: [Route]) -> [String] {
        let methods = routes.map(\.method.rawValue)
        return (methods.contains("GET") ? methods + ["HEAD"] : methods).sorted()
    }
}
