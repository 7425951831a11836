import CareModels

/// Finds the route of a method and path: a trie by segment, where a literal beats a parameter and a parameter with a suffix
/// beats a bare one. The path decides first, then the method, so that a known path with another method is a 405.
struct Router: Sendable {
    enum Match: Sendable {
        case found(Endpoint, parameters: [String])
        case wrongMethod(WrongMethod)
        case notFound(Route.ProblemRenderer?)
        /// A broken percent escape, one of what needs none, invalid UTF-8 or a NUL.
        case malformed(Route.ProblemRenderer?)

        /// How a problem of such a request reads.
        var problemRenderer: Route.ProblemRenderer? {
            switch self {
            case .found(let endpoint, _): endpoint.route.problemRenderer
            case .wrongMethod(let wrong): wrong.problemRenderer
            case .notFound(let renderer), .malformed(let renderer): renderer
            }
        }
    }

    /// What a path takes that does not take a request's method.
    struct WrongMethod: Sendable {
        var allowed: [String]
        /// Those of them that pages of other origins may use.
        var shared: [String]
        /// Where that which is made here is listed, of a request that would have read it.
        var listedAt: String?
        /// What OPTIONS is told (`Route.telling`).
        var options: HTTPHeaders?
        var problemRenderer: Route.ProblemRenderer?
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
        /// How the problems of every route from here on read; nil where those of one read as everybody's.
        private(set) var problemRenderer: Route.ProblemRenderer?
        /// How those of a page from here on read.
        private(set) var pageRenderer: Route.ProblemRenderer?
        private var isEmpty = true

        mutating func insert(_ segments: ArraySlice<PathPattern.Segment>, _ endpoint: Endpoint) {
            let renderer = endpoint.route.problemRenderer
            problemRenderer = isEmpty ? renderer : renderer == nil ? nil : problemRenderer
            if endpoint.route.isPage, pageRenderer == nil { pageRenderer = renderer }
            isEmpty = false
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
                values.append(suffix.isEmpty ? first : String(first.dropLast(suffix.count)))
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
        guard let segments = Self.segments(path) else { return .malformed(problemRenderer(around: path)) }
        var values: [String] = []
        guard let node = root.find(segments[...], method, &values) else { return .notFound(problemRenderer(around: path)) }
        if let found = node.endpoints.first(where: { $0.method == method }) { return .found(found.endpoint, parameters: values) }
        if method == .HEAD, let found = node.endpoints.first(where: { $0.method == .GET }) {
            return .found(found.endpoint, parameters: values)
        }
        let routes = node.endpoints.map(\.endpoint.route)
        let isRead = method == .GET || method == .HEAD
        return .wrongMethod(
            WrongMethod(
                allowed: Self.methods(of: routes), shared: Self.methods(of: routes.filter(\.isShared)),
                listedAt: isRead ? routes.lazy.compactMap(\.listedAt).first : nil, options: routes.lazy.compactMap(\.options).first,
                problemRenderer: problemRenderer(around: path)))
    }

    /// What leads to no route is refused as the routes around it refuse: under `/fhir` by an OperationOutcome; where there are pages among others, by a
    /// page for who reads pages.
    private func problemRenderer(around path: Substring) -> Route.ProblemRenderer? {
        var node = root
        // By bytes: the path is as it was sent, and may be one that is refused for what is in it. What is written in a route is ASCII.
        for segment in path.utf8.split(separator: UInt8(ascii: "/")) {
            guard segment.allSatisfy({ $0 < 0x80 }), let next = node.literals[String(Substring(segment))] else { break }
            node = next
        }
        if let renderer = node.problemRenderer { return renderer }
        guard let page = node.pageRenderer else { return nil }
        return { problem, refused in refused.readsPages ? page(problem, refused) : refused.response(for: problem) }
    }

    /// Decoded, of a path that begins with a slash; nil when it is malformed.
    private static func segments(_ path: Substring) -> [String]? {
        var path = path
        // By its bytes in memory: a Substring's views take a call a byte.
        return path.withUTF8 { bytes -> [String]? in
            guard bytes.first == UInt8(ascii: "/") else { return nil }
            var segments: [String] = []
            if bytes.count == 1 { return segments }
            segments.reserveCapacity(6)
            var start = 1
            while true {
                let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.endIndex
                guard let segment = segment(UnsafeBufferPointer(rebasing: bytes[start..<end])) else { return nil }
                segments.append(segment)
                if end == bytes.endIndex { return segments }
                start = end + 1
            }
        }
    }

    private static func segment(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        if bytes.allSatisfy({ $0 != UInt8(ascii: "%") && $0 < 0x80 && $0 != 0 }) { return String(decoding: bytes, as: UTF8.self) }
        return PercentCoding.escapesNeedlessly(bytes) ? nil : PercentCoding.decode(bytes)
    }

    private static func methods(of routes: [Route]) -> [String] {
        let methods = routes.map(\.method.rawValue)
        return (methods.contains("GET") ? methods + ["HEAD"] : methods).sorted()
    }
}
