import CareService

@main
struct Main {
    static func main() async {
        await ServiceMain.run("scheduling", migrations: migrations, commands: snapshots.map(ServiceCommand.init), app: serviceApp)
    }
}
