import CareService

@main
struct Main {
    static func main() async {
        await ServiceMain.run("er-directory", migrations: migrations, commands: [restored] + snapshots.map(ServiceCommand.init), app: serviceApp)
    }
}
