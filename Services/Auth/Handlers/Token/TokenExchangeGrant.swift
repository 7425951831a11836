import CareModels
import HTTP

/// `urn:ietf:params:oauth:grant-type:token-exchange` (RFC 8693): a guardian's token for one of their ward's, or a token of a trusted client's own user for one of
/// ours.
struct TokenExchangeGrant: Sendable {
    let dependencies: Dependencies

    func tokens(_ form: [String: String], for client: Client, key: String?, on device: SignInDevice, from origin: Origin) async throws -> TokenView {
        let settings = dependencies.settings
        let exchange = try TokenExchange(form, targets: [settings.audience, settings.issuer])
        do {
            return switch exchange.wish {
            case .act(let ward): try await GuardianExchange(dependencies: dependencies).tokens(exchange, ward: ward, for: client, key: key, from: origin)
            case .adopt: try await UserExchange(dependencies: dependencies).tokens(exchange, for: client, key: key, on: device, from: origin)
            }
        } catch let error as OAuthError {
            dependencies.tally.count(.exchangeRefused, from: origin)
            throw error
        }
    }
}
