import ArgumentParser
import Foundation
import HTTP

/// `careline api`: the routes that the services have. The suite of the documents holds the published OpenAPI document against them.
struct API: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print every route of the services, with who may call it.",
        discussion: "--json gives a list of objects: method, path, operation, access, roles, scopes, query parameters, the limit of the body, whether it is deprecated.")

    @Flag(help: "As JSON.") var json = false
    @Option(help: "Where the services' executables are; by default beside this one.") var build: String?

    func run() throws {
        let directory = build.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? ServiceRoutes.besideThisExecutable
        let routes = try ServiceRoutes(directory: directory).all()
        if json { try printJSON(routes) } else { printTable(routes) }
    }

    private func printJSON(_ routes: [RouteDescription]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        print(String(decoding: try encoder.encode(routes), as: UTF8.self))
    }

    private func printTable(_ routes: [RouteDescription]) {
        for route in routes {
            let method = route.method.padding(toLength: 7, withPad: " ", startingAt: 0)
            let callers = route.roles.isEmpty ? route.access : route.roles.joined(separator: ", ")
            print("\(method)\(route.path)  \(callers)  \(route.operation)")
        }
    }
}
