import ArgumentParser
import CareModels
import Foundation
import HTTP
import JSON

/// `careline api`: the routes that the services have, or the problems that they and the gateway answer with. The suite of the documents holds
/// the published OpenAPI document against them.
struct API: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print every route of the services, with who may call it; or every type of problem.",
        discussion: """
            --json gives a list of objects: method, path, operation, access, roles, scopes, query parameters, the limit of the body, whether it is deprecated, \
            whether nobody may act for another there (inPerson), whether a standby of the database may answer (standby).
            --problems gives those of the problems, always as JSON: name, status, title, meaning, remedy, example.
            """)

    @Flag(help: "As JSON.") var json = false
    @Flag(help: "The types of problems instead.") var problems = false
    @Option(help: "The public address, as in the problems' examples.") var issuer = "http://127.0.0.1:8080"
    @Option(help: "Where the services' executables are; by default beside this one.") var build: String?

    func run() throws {
        if problems { return try printJSON(ProblemType.allCases.map { ProblemDescription($0, issuer: issuer) }) }
        let directory = build.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? ServiceRoutes.besideThisExecutable
        let routes = try ServiceRoutes(directory: directory).all()
        if json { try printJSON(routes) } else { printTable(routes) }
    }

    private func printJSON(_ list: [some Encodable]) throws {
        print(try CareJSON.lines(of: list))
    }

    private func printTable(_ routes: [RouteDescription]) {
        for route in routes {
            let method = route.method.padding(toLength: 7, withPad: " ", startingAt: 0)
            let callers = route.roles.isEmpty ? route.access : route.roles.joined(separator: ", ")
            print("\(method)\(route.path)  \(callers)  \(route.operation)")
        }
    }
}
