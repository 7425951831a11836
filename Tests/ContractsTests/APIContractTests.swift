import Foundation
import HTTP
import Testing

@testable import Careline

@Suite struct APIContractTests {
    private static let file = """
        security: [{bearer: []}]
        paths:
          /users/{id}:
            parameters: [{$ref: "#/components/parameters/id"}]
            get:
              operationId: getUser
              x-roles: [admin]
              responses: {"200": {}, "401": {}, "403": {}}
          /providers:
            get:
              operationId: listProviders
              security: []
              parameters: [{name: limit, in: query}]
              responses: {"200": {}, "400": {}}
            post:
              operationId: addProvider
              security: [{oauth: [providers.write]}]
              requestBody: {content: {application/json: {}}}
              responses: {"201": {}, "400": {}, "401": {}, "403": {}, "413": {}, "415": {}}
        components:
          parameters:
            id: {name: id, in: path}
        """

    private static func routes() throws -> [RouteDescription] {
        let json = """
            [{"method":"GET","path":"/users/{id}","operation":"getUser","access":"roles","roles":["admin"],"scopes":[],"query":[],"bodyLimit":0},
             {"method":"GET","path":"/providers","operation":"listProviders","access":"anyone","roles":[],"scopes":[],"query":["limit"],"bodyLimit":0},
             {"method":"POST","path":"/providers","operation":"addProvider","access":"signedIn","roles":[],"scopes":["providers.write"],"query":[],"bodyLimit":1024}]
            """
        return try JSONDecoder().decode([RouteDescription].self, from: Data(json.utf8))
    }

    private func differences(_ change: (inout [RouteDescription]) -> Void) throws -> [String] {
        var routes = try Self.routes()
        change(&routes)
        return try APIContract(YAMLReader.read(Self.file)).differences(from: routes)
    }

    /// The real file against the real executables, which are built beside the tests.
    @Test func thePublishedFileIsWhatTheServicesServe() throws {
        let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = try String(contentsOf: checkout.appendingPathComponent("deploy/api/openapi.yaml"), encoding: .utf8)
        let routes = try ServiceRoutes(directory: ServiceRoutes.besideThisExecutable).all()
        #expect(routes.count > 30)
        #expect(try APIContract(YAMLReader.read(file)).differences(from: routes) == [])
    }

    @Test func agreementIsSilence() throws {
        #expect(try differences { _ in }.isEmpty)
    }

    @Test func aRouteThatIsNotWrittenIsNamed() throws {
        let lines = try differences { routes in
            routes[0].path = "/people/{id}"
        }
        #expect(lines == ["GET /people/{id}: the services have it, openapi.yaml has not", "GET /users/{id}: openapi.yaml has it, no service has"])
    }

    @Test func parametersAreComparedBothWays() throws {
        let lines = try differences { $0[1].query = ["after"] }
        #expect(
            lines == [
                "GET /providers: the query parameter after missing in openapi.yaml",
                "GET /providers: the query parameter limit only in openapi.yaml"
            ])
    }

    @Test func whoMayCallIsCompared() throws {
        #expect(try differences { $0[0].roles = ["admin", "provider"] } == ["GET /users/{id}: the role provider missing in openapi.yaml"])
        #expect(try differences { $0[2].scopes = [] } == ["POST /providers: the scope providers.write only in openapi.yaml"])
        let opened = try differences { $0[2].access = "anyone" }
        #expect(opened == ["POST /providers: for signed-in callers in openapi.yaml, anyone in the service"])
        let closed = try differences { $0[1].access = "signedIn" }
        #expect(closed == ["GET /providers: open to anyone in openapi.yaml, signedIn in the service"])
    }

    @Test func theNameAndTheBodyAreCompared() throws {
        #expect(try differences { $0[2].operation = "createProvider" } == ["POST /providers: operationId is addProvider, the route's operation createProvider"])
        #expect(try differences { $0[2].bodyLimit = 0 } == ["POST /providers: openapi.yaml has a body, the service takes none"])
    }

    @Test func answersThatFollowFromARouteMustBeDescribed() throws {
        let file = Self.file.replacingOccurrences(of: #""413": {}, "#, with: "").replacingOccurrences(of: #", "401": {}, "403": {}}"#, with: "}")
        let lines = try APIContract(YAMLReader.read(file)).differences(from: Self.routes())
        #expect(
            lines == [
                "GET /users/{id}: the answer 401 is not described (it needs a token)",
                "GET /users/{id}: the answer 403 is not described (not every caller may)",
                "POST /providers: the answer 413 is not described (it takes a body)"
            ])
    }

    @Test func aReferenceToNothingIsAFault() throws {
        let file = Self.file.replacingOccurrences(of: "parameters/id\"", with: "parameters/gone\"")
        #expect(throws: APIContract.Fault.self) { try APIContract(YAMLReader.read(file)) }
    }
}
