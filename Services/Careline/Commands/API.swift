import ArgumentParser
import Foundation
import HTTP

/// `careline api`: the contract of the HTTP interface.
struct API: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the routes, or check the published OpenAPI document against them.",
        discussion: """
            Without a flag it prints every route of the services with who may call it. --check compares openapi.yaml with them, both ways: paths, \
            methods, parameters, who may call, bodies, the answers that follow from these. --json prints openapi.yaml as JSON.
            """)

    @Flag(help: "Fail when openapi.yaml and the routes differ.") var check = false
    @Flag(help: "Print openapi.yaml as JSON.") var json = false
    @Option(help: "The OpenAPI document.") var file = "deploy/api/openapi.yaml"
    @Option(help: "Where the services' executables are; by default beside this one.") var build: String?

    func validate() throws {
        if check && json { throw ValidationError("choose --check or --json") }
    }

    func run() throws {
        if json { return print(try document().json, terminator: "") }
        let directory = build.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? ServiceRoutes.besideThisExecutable
        let routes = try ServiceRoutes(directory: directory).all()
        guard check else { return printTable(routes) }
        let contract = try APIContract(document())
        let differences = contract.differences(from: routes)
        guard differences.isEmpty else {
            for line in differences { FileHandle.standardError.write(Data((line + "\n").utf8)) }
            FileHandle.standardError.write(Data("careline: \(file) and the routes differ; mend whichever is wrong\n".utf8))
            throw ExitCode.failure
        }
        print("\(contract.operations.count) operations: \(file) holds what the services serve")
    }

    private func document() throws -> Document {
        let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
        do { return try YAMLReader.read(text) } catch let fault as YAMLReader.Fault { throw ValidationError("\(file), \(fault)") }
    }

    private func printTable(_ routes: [RouteDescription]) {
        for route in routes {
            let method = route.method.padding(toLength: 7, withPad: " ", startingAt: 0)
            let callers = route.roles.isEmpty ? route.access : route.roles.joined(separator: ", ")
            print("\(method)\(route.path)  \(callers)  \(route.operation)")
        }
    }
}
