import CareModels
import HTTP

/// `POST /account/picture`: the forms of that page. What they send is read of whoever is logged in with the browser, of nobody else.
struct ChangePictureOnPage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let pages = OwnAccountPages(dependencies: dependencies)
        return try await pages.at(.picture, request) { visitor in
            let form = try await PictureForm(request)
            guard visitor.visit.isOwn(form.fields, dependencies) else { return visitor.picturePage(.forbidden, alert: Visit.staleForm) }
            let isRemoved = form.fields["remove"] != nil
            // A browser sends an empty file where none was chosen.
            guard isRemoved || !form.picture.isEmpty else { return visitor.picturePage(.unprocessableEntity, fault: "is required") }
            let (id, origin, change) = (visitor.user.id, dependencies.origin(of: request), dependencies.changeAvatar)
            do {
                let avatar = try isRemoved ? nil : Avatar.check(form.picture)
                try await dependencies.pool.transaction { tx in try await change(avatar, of: id, expectedRevision: nil, from: origin, tx) }
            } catch let refusal as Avatar.Refusal {
                return visitor.picturePage(.unprocessableEntity, fault: refusal.said)
            } catch Refusal.noAvatar {
                // It is gone, as was asked for.
            }
            return pages.done(.picture)
        }
    }
}
