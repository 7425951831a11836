import CareModels
import HTTP

/// `GET /account/picture`: the form to show a picture of oneself, with the one that there is.
struct ShowPicture: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        try await OwnAccountPages(dependencies: dependencies).at(.picture, request) { visitor in
            visitor.picturePage()
        }
    }
}

extension OwnAccountPages.Visitor {
    func picturePage(_ status: HTTPResponseStatus = .ok, fault: Text? = nil, alert: Text? = nil) -> Response {
        let page = PicturePage(hasPicture: user.avatarURL != nil, fault: fault, alert: alert, form: visit.form)
        return visit.response(page.page, status, imageSource: "'self'")
    }
}
