import Foundation

extension CareClient {
    /// What a client is made of: where the server is, which app it is, and what of the device it uses.
    public struct Configuration: Sendable {
        /// As the platform names itself: `https://care.example`.
        public var server: URL
        /// As the operator registered the app.
        public var clientID: String
        /// Where the browser comes back to after a login; registered with the app.
        public var redirect: URL
        /// Where the cache and the outbox are.
        public var storage: CareStorage
        /// Where tokens and keys are.
        public var keychain: Keychain
        /// By what the server is reached.
        public var transport: any Transport
        /// Whose time it is; tests have one of their own.
        public var clock: CareClock
        /// `Accept-Language`: in what the server words problems and notifications.
        public var language: String
        /// The app's, for which the operator may say that it is supported no longer.
        public var app: AppVersion?
        /// What the cache holds at most, in bytes; what nobody has looked at for longest goes first.
        public var cacheLimit: Int
        /// Whether a live stream is kept while somebody is logged in.
        public var isLive: Bool
        /// How often all that is watched is looked at again by itself; nil for never, as is right while the live stream can be held.
        public var refreshEvery: Duration?
        /// Whether tokens are bound to a key of this device's (DPoP), so that nobody else can use them. The device's clock has to be right then.
        public var bindsTokens: Bool

        /// What is not given is as in an app on a person's own device: 256 MiB of cache, a live stream, the languages of the system.
        public init(
            server: URL, clientID: String, redirect: URL, storage: CareStorage, keychain: Keychain, transport: any Transport = .system,
            clock: CareClock = .system, language: String = Locale.preferredLanguages.prefix(3).joined(separator: ", "), app: AppVersion? = nil,
            cacheLimit: Int = 256 << 20, isLive: Bool = true, refreshEvery: Duration? = nil, bindsTokens: Bool = false
        ) {
            self.server = server
            self.clientID = clientID
            self.redirect = redirect
            self.storage = storage
            self.keychain = keychain
            self.transport = transport
            self.clock = clock
            self.language = language
            self.app = app
            self.cacheLimit = cacheLimit
            self.isLive = isLive
            self.refreshEvery = refreshEvery
            self.bindsTokens = bindsTokens
        }
    }

    /// Which app this is, and which version of it.
    public struct AppVersion: Equatable, Sendable {
        /// As the operator's list of versions names it: `ios`.
        public var platform: String
        /// Semantic: `2.1.0`.
        public var version: String

        /// Both as the operator's list of versions has them.
        public init(platform: String, version: String) {
            self.platform = platform
            self.version = version
        }
    }
}
