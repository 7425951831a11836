#if canImport(AuthenticationServices) && !os(watchOS)
    import AuthenticationServices

    /// Presents a login in the system's browser sheet: `care.session.logIn(scopes: …, present: AppleBrowser(scheme: "my-app", anchor: window).present)`.
    @MainActor
    public final class AppleBrowser: NSObject, ASWebAuthenticationPresentationContextProviding {
        private let scheme: String
        private let anchor: ASPresentationAnchor
        private var running: ASWebAuthenticationSession?

        /// `scheme` is that of the app's redirect address.
        public init(scheme: String, anchor: ASPresentationAnchor) {
            self.scheme = scheme
            self.anchor = anchor
        }

        public nonisolated func present(_ address: URL) async throws -> URL { try await open(address) }

        private func open(_ address: URL) async throws -> URL {
            try await withCheckedThrowingContinuation { waiting in
                let session = ASWebAuthenticationSession(url: address, callbackURLScheme: scheme) { callback, error in
                    if let callback { return waiting.resume(returning: callback) }
                    let isCancelled = (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin
                    waiting.resume(throwing: isCancelled ? LoginFault.denied("access_denied") : LoginFault.denied("server_error"))
                }
                session.presentationContextProvider = self
                running = session
                session.start()
            }
        }

        public nonisolated func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
            MainActor.assumeIsolated { anchor }
        }
    }
#endif
