import CareModels
import HTTP

/// `POST /account/factors`: a button of that page takes a factor away, gives a passkey another name, or makes new recovery codes.
struct ChangeFactorsOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let forms = FactorForms(dependencies: dependencies)
        return try await forms.at(request) { visitor, form in
            let (id, origin, tell) = (visitor.user.id, dependencies.origin(of: request), dependencies.tellOfAccount(in: request.pageLanguage.language))
            if form["renew"] != nil, visitor.user.hasSecondFactor {
                let replace = ReplaceRecoveryCodes(tell: tell, now: dependencies.now)
                let (shown, kept) = dependencies.newRecoveryCodes()
                try await dependencies.pool.transaction { tx in try await replace(kept, of: id, from: origin, tx) }
                return forms.done(visitor, recoveryCodes: shown)
            }
            if let factor = form["rename"].flatMap({ FactorID($0) }) {
                return try await rename(factor, to: form["name"], of: visitor, forms)
            }
            if let factor = form["remove"].flatMap({ FactorID($0) }) {
                let remove = RemoveFactor(tell: tell, now: dependencies.now)
                do {
                    try await dependencies.pool.transaction { tx in try await remove(factor, of: id, expectedRevision: nil, from: origin, tx) }
                } catch Refusal.noSuchFactor {
                    // It has gone meanwhile, which is what was asked for.
                }
            }
            return forms.done(visitor, recoveryCodes: nil)
        }
    }

    private func rename(_ factor: FactorID, to name: String?, of visitor: OwnAccountPages.Visitor, _ forms: FactorForms) async throws -> Response {
        let checked: String
        do {
            checked = try Passkey.name(name)
        } catch {
            return try await forms.refused(visitor, .unprocessableEntity, "A passkey's name has 1 to \(Passkey.longestName) characters.")
        }
        do {
            _ = try await dependencies.pool.transaction { tx in try await RenamePasskey()(factor, of: visitor.user.id, to: checked, expectedRevision: nil, tx) }
        } catch Refusal.noSuchFactor {
            // It has gone meanwhile, as the list shows.
        }
        return forms.done(visitor, recoveryCodes: nil)
    }
}
