import HTTP

/// What `openapi.yaml` says of the routes, to be held against the routes that the services have.
struct APIContract {
    /// A fault of the file itself, such as a reference to nothing.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// One operation of the file.
    struct Operation {
        var method: String
        var path: String
        var id: String?
        var pathParameters: Set<String> = []
        var queryParameters: Set<String> = []
        /// Open to anyone: no security requirement, or an empty one among them.
        var isPublic: Bool
        var scopes: Set<String> = []
        var roles: Set<String> = []
        var statuses: Set<String> = []
        var hasBody: Bool
        var takesJSON: Bool

        var name: String { "\(method) \(path)" }
    }

    let operations: [Operation]

    private static let methods = ["get", "put", "post", "delete", "patch"]

    init(_ document: Document) throws {
        guard let paths = document["paths"]?.fields else { throw Fault(description: "there are no `paths`") }
        var operations: [Operation] = []
        for path in paths {
            let shared = try Self.parameters(path.value["parameters"], in: document, at: path.name)
            for field in path.value.fields ?? [] where Self.methods.contains(field.name) {
                operations.append(try Self.operation(field.name, path.name, field.value, shared: shared, in: document))
            }
        }
        self.operations = operations
    }

    private static func operation(
        _ method: String, _ path: String, _ value: Document, shared: [Parameter], in document: Document
    ) throws -> Operation {
        let name = "\(method.uppercased()) \(path)"
        let parameters = shared + (try Self.parameters(value["parameters"], in: document, at: name))
        let requirements = (value["security"] ?? document["security"])?.list ?? []
        let body = try value["requestBody"].map { try resolve($0, in: document, at: name) }
        var operation = Operation(
            method: method.uppercased(), path: path, id: value["operationId"]?.text,
            isPublic: requirements.isEmpty || requirements.contains([:]), hasBody: body != nil,
            takesJSON: body?["content"]?["application/json"] != nil)
        for parameter in parameters {
            if parameter.place == "path" { operation.pathParameters.insert(parameter.name) }
            if parameter.place == "query" { operation.queryParameters.insert(parameter.name) }
        }
        for requirement in requirements {
            for scheme in requirement.fields ?? [] {
                operation.scopes.formUnion((scheme.value.list ?? []).compactMap(\.text))
            }
        }
        operation.roles = Set((value["x-roles"]?.list ?? []).compactMap(\.text))
        operation.statuses = Set((value["responses"]?.fields ?? []).map(\.name))
        return operation
    }

    private struct Parameter {
        let name: String
        let place: String
    }

    private static func parameters(_ list: Document?, in document: Document, at place: String) throws -> [Parameter] {
        try (list?.list ?? []).map { item in
            let parameter = try resolve(item, in: document, at: place)
            guard let name = parameter["name"]?.text, let location = parameter["in"]?.text else {
                throw Fault(description: "\(place): a parameter has no name or no `in`")
            }
            return Parameter(name: name, place: location)
        }
    }

    /// Follows a `$ref` into the same document.
    private static func resolve(_ value: Document, in document: Document, at place: String) throws -> Document {
        guard let reference = value["$ref"]?.text else { return value }
        var target: Document? = document
        for part in reference.split(separator: "/").dropFirst() { target = target?[String(part)] }
        guard reference.hasPrefix("#/"), let target else { throw Fault(description: "\(place): \(reference) leads to nothing") }
        return target
    }

    // MARK: Comparison

    /// Every difference between the file and the routes, one line each that names the operation; empty when they agree.
    func differences(from routes: [RouteDescription]) -> [String] {
        var lines: [String] = []
        for route in routes {
            let name = "\(route.method) \(route.path)"
            guard let operation = operations.first(where: { $0.name == name }) else {
                lines.append("\(name): the services have it, openapi.yaml has not")
                continue
            }
            lines += differences(of: operation, from: route)
        }
        let served = Set(routes.map { "\($0.method) \($0.path)" })
        for operation in operations where !served.contains(operation.name) {
            lines.append("\(operation.name): openapi.yaml has it, no service has")
        }
        return lines
    }

    private func differences(of operation: Operation, from route: RouteDescription) -> [String] {
        var lines: [String] = []
        func compare(_ what: String, _ written: Set<String>, _ served: Set<String>) {
            let missing = served.subtracting(written).sorted()
            let extra = written.subtracting(served).sorted()
            if !missing.isEmpty { lines.append("\(operation.name): \(what) \(missing.joined(separator: ", ")) missing in openapi.yaml") }
            if !extra.isEmpty { lines.append("\(operation.name): \(what) \(extra.joined(separator: ", ")) only in openapi.yaml") }
        }
        func need(_ statuses: String..., because reason: String) {
            for status in statuses where !operation.statuses.contains(status) {
                lines.append("\(operation.name): the answer \(status) is not described (\(reason))")
            }
        }

        if operation.id != route.operation {
            lines.append("\(operation.name): operationId is \(operation.id ?? "missing"), the route's operation \(route.operation)")
        }
        let inPath = Set(route.path.matches(of: /{(\w+)}/).map { String($0.1) })
        compare("the path parameter", operation.pathParameters, inPath)
        if route.query != ["*"] { compare("the query parameter", operation.queryParameters, Set(route.query)) }

        if operation.isPublic != (route.access == "anyone") {
            lines.append("\(operation.name): \(operation.isPublic ? "open to anyone" : "for signed-in callers") in openapi.yaml, \(route.access) in the service")
        }
        compare("the scope", operation.scopes, Set(route.scopes))
        compare("the role", operation.roles, Set(route.roles))
        if operation.hasBody && route.bodyLimit == 0 { lines.append("\(operation.name): openapi.yaml has a body, the service takes none") }

        if !operation.isPublic { need("401", because: "it needs a token") }
        if !route.roles.isEmpty || !route.scopes.isEmpty { need("403", because: "not every caller may") }
        if operation.hasBody { need("413", because: "it takes a body") }
        if operation.takesJSON { need("415", because: "it takes JSON") }
        if !route.query.isEmpty || operation.hasBody { need("400", because: "it takes input") }
        return lines
    }
}
