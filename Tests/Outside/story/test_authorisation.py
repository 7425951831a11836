"""Who is let in where: every operation of openapi.yaml, tried by everyone who may come along, on things that are really there."""

import base64
import os
import re
import secrets
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl, urlsplit

import pytest
import requests

from careline import factors, passkeys, sealed_data
from careline.booking import next_days, spelled
from careline.cast import THIRD_PARTYS_SCOPES, Cast
from careline.checkout import CHECKOUT
from careline.contract import METHODS, read
from careline.databases import DATABASES, asked
from careline.health import measurement
from careline.people import PASSWORD, sign_up
from careline.pictures import png

pytestmark = pytest.mark.once

CONTRACT = CHECKOUT / "deploy/api/openapi.yaml"

# 2xx and 3xx let in; 401 asks who it is, 403 refuses, and 404 does so without telling whether there is such a thing. An operation has
# a row for each way of asking (`operation:way`); `*` stands for R4 and STU3. Callers are told of in cast.py: the patient owns, the
# provider takes part, the app lacks every scope that an operation asks for, the machine has every scope that a machine can have.
TABLE = """
                             nobody broken patient stranger provider outsider admin scheduler app machine
signUp                       201    201    201     201      201      201      201   201       201 201
logIn                        200    200    200     200      200      200      200   200       200 200
logOut                       401    401    204     204      204      204      204   204       204 403
getUser                      401    401    200     404      404      404      200   404       403 404
changeUser                   401    401    200     404      404      404      200   404       403 404
getAvatar                    401    401    200     200      200      200      200   200       200 200
showAvatar                   200    200    200     200      200      200      200   200       200 200
showAvatar:unsigned          403    403    403     403      403      403      403   403       403 403
setAvatar                    401    401    204     404      404      404      204   404       403 404
removeAvatar                 401    401    204     404      404      404      204   404       403 404
changePassword               401    401    204     204      204      204      204   204       403 403
forgotPassword               202    202    202     202      202      202      202   202       202 202
showPasswordReset            200    200    200     200      200      200      200   200       200 200
forgotPasswordOnPage         403    403    403     403      403      403      403   403       403 403
setPasswordOnPage            403    403    403     403      403      403      403   403       403 403
changeEmail                  401    401    202     202      202      202      202   202       403 403
showEmailVerification        410    410    410     410      410      410      410   410       410 410
verifyEmailOnPage            403    403    403     403      403      403      403   403       403 403
showAccount                  303    303    303     303      303      303      303   303       303 303
showProfile                  303    303    303     303      303      303      303   303       303 303
changeProfileOnPage          303    303    303     303      303      303      303   303       303 303
showPicture                  303    303    303     303      303      303      303   303       303 303
changePictureOnPage          303    303    303     303      303      303      303   303       303 303
showOwnImage                 303    303    303     303      303      303      303   303       303 303
showEmailChange              303    303    303     303      303      303      303   303       303 303
changeEmailOnPage            303    303    303     303      303      303      303   303       303 303
showPasswordChange           303    303    303     303      303      303      303   303       303 303
changePasswordOnPage         303    303    303     303      303      303      303   303       303 303
showLogins                   303    303    303     303      303      303      303   303       303 303
endLoginOnPage               303    303    303     303      303      303      303   303       303 303
showGuardianships            303    303    303     303      303      303      303   303       303 303
changeGuardianshipOnPage     303    303    303     303      303      303      303   303       303 303
showFactors                  303    303    303     303      303      303      303   303       303 303
changeFactorsOnPage          303    303    303     303      303      303      303   303       303 303
beginTOTPOnPage              303    303    303     303      303      303      303   303       303 303
confirmTOTPOnPage            303    303    303     303      303      303      303   303       303 303
beginPasskeyOnPage           303    303    303     303      303      303      303   303       303 303
registerPasskeyOnPage        303    303    303     303      303      303      303   303       303 303
showErasure                  303    303    303     303      303      303      303   303       303 303
showExport                   303    303    303     303      303      303      303   303       303 303
exportOnPage                 303    303    303     303      303      303      303   303       303 303
exportAccount                401    401    200     200      200      200      200   200       403 403
withdrawErasure              204    204    204     204      204      204      204   204       204 204
withdrawErasureOnPage        403    403    403     403      403      403      403   403       403 403
eraseOnPage                  303    303    303     303      303      303      303   303       303 303
showDevice                   303    303    303     303      303      303      303   303       303 303
enterDeviceCode              303    303    303     303      303      303      303   303       303 303
decideDevice                 303    303    303     303      303      303      303   303       303 303
listSessions                 401    401    200     200      200      200      200   200       403 403
endOtherSessions             401    401    204     204      204      204      204   204       403 403
endSession                   401    401    204     404      404      404      404   404       403 403
listBrowsers                 401    401    200     200      200      200      200   200       403 403
endOtherBrowsers             401    401    204     204      204      204      204   204       403 403
endBrowser                   401    401    204     404      404      404      404   404       403 403
listApps                     401    401    200     200      200      200      200   200       403 403
withdrawConsent              401    401    204     404      404      404      404   404       403 403
deleteUser                   401    401    204     404      404      404      204   404       403 404
showAdministration           303    303    303     303      303      303      303   303       303 303
showPeople                   303    303    303     303      303      303      303   303       303 303
showPerson                   303    303    303     303      303      303      303   303       303 303
changePersonOnPage           303    303    303     303      303      303      303   303       303 303
showApps                     303    303    303     303      303      303      303   303       303 303
registerAppOnPage            303    303    303     303      303      303      303   303       303 303
showApp                      303    303    303     303      303      303      303   303       303 303
changeAppOnPage              303    303    303     303      303      303      303   303       303 303
showLog                      303    303    303     303      303      303      303   303       303 303
exportLogOnPage              303    303    303     303      303      303      303   303       303 303
findUsers                    401    401    403     403      403      403      200   403       403 403
suspendUser                  401    401    403     403      403      403      204   403       403 403
resumeUser                   401    401    403     403      403      403      204   403       403 403
unlockUser                   401    401    403     403      403      403      204   403       403 403
listClients                  401    401    403     403      403      403      200   403       403 403
createClient                 401    401    403     403      403      403      201   403       403 403
getClient                    401    401    403     403      403      403      200   403       403 403
changeClient                 401    401    403     403      403      403      200   403       403 403
disableClient                401    401    403     403      403      403      204   403       403 403
rotateClientSecret           401    401    403     403      403      403      200   403       403 403
resetFactors                 401    401    403     403      403      403      204   403       403 403
getVerification              401    401    403     403      403      403      200   403       403 403
verifyUser                   401    401    403     403      403      403      204   403       403 403
withdrawVerification         401    401    403     403      403      403      204   403       403 403
createOrganisation           401    401    403     403      403      403      201   403       403 403
listOrganisations            401    401    200     200      200      200      200   200       403 403
listOwnInvitations           401    401    200     200      200      200      200   200       403 403
acceptInvitation             401    401    201     404      404      404      404   404       403 403
getOrganisation              401    401    200     404      404      404      200   404       403 403
changeOrganisation           401    401    200     404      404      404      200   404       403 403
getLogo                      401    401    200     200      200      200      200   200       200 200
setLogo                      401    401    204     404      404      404      204   404       403 403
removeLogo                   401    401    204     404      404      404      204   404       403 403
closeOrganisation            401    401    204     404      404      404      204   404       403 403
listMembers                  401    401    200     404      404      404      200   404       403 403
addMember                    401    401    403     403      403      403      201   403       403 403
changeMember                 401    401    200     404      404      404      200   404       403 403
removeMember                 401    401    204     404      404      404      204   404       403 403
verifyMember                 401    401    204     404      404      404      204   404       403 403
withdrawMembersVerification  401    401    204     404      404      404      204   404       403 403
listInvitations              401    401    200     404      404      404      200   404       403 403
inviteMember                 401    401    201     404      404      404      201   404       403 403
withdrawInvitation           401    401    204     404      404      404      204   404       403 403
listTeams                    401    401    200     404      404      404      200   404       403 403
createTeam                   401    401    201     404      404      404      201   404       403 403
getTeam                      401    401    200     404      404      404      200   404       403 403
changeTeam                   401    401    200     404      404      404      200   404       403 403
deleteTeam                   401    401    204     404      404      404      204   404       403 403
showInvitations              303    303    303     303      303      303      303   303       303 303
acceptInvitationOnPage       303    303    303     303      303      303      303   303       303 303
listAudit                    401    401    403     403      403      403      200   403       403 403
getFactors                   401    401    200     404      404      404      404   404       403 404
beginTOTP                    401    401    201     404      404      404      404   404       403 404
confirmTOTP                  401    401    200     404      404      404      404   404       403 404
renewRecoveryCodes           401    401    200     404      404      404      404   404       403 404
beginPasskey                 401    401    200     404      404      404      404   404       403 404
registerPasskey              401    401    201     404      404      404      404   404       403 404
renameFactor                 401    401    200     404      404      404      404   404       403 404
removeFactor                 401    401    204     404      404      404      404   404       403 404
inviteGuardian               401    401    201     404      404      404      201   404       403 404
listGuardianships            401    401    200     404      404      404      200   404       403 404
acceptGuardianship           401    401    200     404      404      404      403   404       403 404
endGuardianship              401    401    204     404      404      404      204   404       403 404
getOpenIDConfiguration       200    200    200     200      200      200      200   200       200 200
getOAuthMetadata             200    200    200     200      200      200      200   200       200 200
getKeys                      200    200    200     200      200      200      200   200       200 200
getOrigins                   200    200    200     200      200      200      200   200       200 200
getEventKeys                 200    200    200     200      200      200      200   200       200 200
authorize                    200    200    200     200      200      200      200   200       200 200
postAuthorize                303    303    303     303      303      303      303   303       303 303
logInOnPage                  403    403    403     403      403      403      403   403       403 403
enterCodeOnPage              403    403    403     403      403      403      403   403       403 403
beginPasskeyLogin            403    403    403     403      403      403      403   403       403 403
logInWithPasskeyOnPage       403    403    403     403      403      403      403   403       403 403
decideConsent                303    303    303     303      303      303      303   303       303 303
showSignUp                   200    200    200     200      200      200      200   200       200 200
signUpOnPage                 403    403    403     403      403      403      403   403       403 403
requestLogout                200    200    200     200      200      200      200   200       200 200
postLogout                   303    303    303     303      303      303      303   303       303 303
confirmLogout                200    200    200     200      200      200      200   200       200 200
makeToken                    200    401    401     401      401      401      401   401       401 401
pushRequest                  201    401    401     401      401      401      401   401       401 401
createLaunch                 401    401    201     403      201      201      403   403       403 403
authorizeDevice              400    401    401     401      401      401      401   401       401 401
revokeToken                  200    401    401     401      401      401      401   401       401 401
introspectToken              200    401    401     401      401      401      401   401       401 401
registerClient               401    401    401     401      401      401      401   401       401 401
getRegistration              401    401    401     401      401      401      401   401       401 401
replaceRegistration          401    401    401     401      401      401      401   401       401 401
endRegistration              401    401    401     401      401      401      401   401       401 401
getSMARTStyle                200    200    200     200      200      200      200   200       200 200
getSDKVersions               200    200    200     200      200      200      200   200       200 200
getUserInfo                  401    401    200     200      200      200      200   200       403 403
postUserInfo                 401    401    200     200      200      200      200   200       403 403

listProviders                401    401    200     200      200      200      200   200       200 200
listSpecialties              401    401    200     200      200      200      200   200       200 200
getProvider                  401    401    200     200      200      200      200   200       200 200
getAvailability              401    401    200     200      200      200      200   200       200 200
listProviderSlots            401    401    200     200      200      200      200   200       200 200
listSpecialtySlots           401    401    200     200      200      200      200   200       200 200
addAvailability              401    401    403     403      201      201      403   403       403 403
changeAvailability           401    401    403     403      200      200      403   403       403 403
changeAvailabilityInterval   401    401    403     403      200      404      403   403       403 403
removeAvailabilityInterval   401    401    403     403      200      404      403   403       403 403
listProviderAppointments     401    401    403     403      200      403      200   403       403 403
listUserAppointments         401    401    200     403      403      403      200   403       403 403
bookAppointment              401    401    201     201      403      403      403   403       403 403
bookAppointment:for-another  401    401    201     403      403      403      403   403       403 403
getAppointment               401    401    200     404      200      404      404   404       403 403
getAppointment:at-the-desk   401    401    200     404      200      404      404   404       403 403
listAppointmentChanges       401    401    200     404      200      404      404   404       403 403
changeAppointment            401    401    200     404      200      404      404   404       403 403
changeAppointment:at-the-desk 401   401    200     404      200      404      404   404       403 403
changeAppointmentInBody      401    401    200     404      200      404      404   404       403 403
cancelAppointment            401    401    200     404      200      404      404   404       403 403
cancelAppointment:at-the-desk 401   401    200     404      200      404      404   404       403 403
cancelAppointmentInBody      401    401    200     404      200      404      404   404       403 403

findNearestERs               200    200    200     200      200      200      200   200       200 200
listERs                      200    200    200     200      200      200      200   200       200 200
listERChanges                200    200    200     200      200      200      200   200       200 200
getER                        200    200    200     200      200      200      200   200       200 200
getERSchedule                200    200    200     200      200      200      200   200       200 200
getERScheduleDate            200    200    200     200      200      200      200   200       200 200
createER                     401    401    403     403      403      403      201   201       403 201
importERs                    401    401    403     403      403      403      200   200       403 200
changeER                     401    401    403     403      403      403      200   200       403 200
removeER                     401    401    403     403      403      403      204   204       403 204
setERScheduleRange           401    401    403     403      403      403      200   200       403 200
setERScheduleDate            401    401    403     403      403      403      200   200       403 200
forgetERScheduleDate         401    401    403     403      403      403      204   204       403 204
listERAudit                  401    401    403     403      403      403      200   200       403 200

getSMARTConfiguration*       200    200    200     200      200      200      200   200       200 200
showCapabilities*            200    200    200     200      200      200      200   200       200 200
runBundle*                   401    401    200     200      400      400      403   403       403 200
createResource*              401    401    201     201      400      400      403   403       403 201
searchResources*             401    401    200     200      200      200      403   403       403 200
searchResourcesByForm*       401    401    200     200      200      200      403   403       403 200
validateType*                401    401    200     200      200      200      403   403       403 200
validateInstance*            401    401    200     200      400      400      403   403       403 200
searchAll*                   401    401    200     200      200      200      403   403       403 200
searchAllByForm*             401    401    200     200      200      200      403   403       403 200
searchCompartment*           401    401    200     200      404      404      403   403       403 200
searchCompartmentByForm*     401    401    200     200      404      404      403   403       403 200
readResource*                401    401    200     404      400      400      403   403       403 200
updateResource*              401    401    200     201      400      400      403   403       403 200
deleteResource*              401    401    204     404      400      400      403   403       403 204
showHistory*                 401    401    200     404      400      400      403   403       403 200
readVersion*                 401    401    200     404      400      400      403   403       403 200
readResource*:of-another     401    401    200     403      404      404      403   403       403 200
createBinary*                401    401    201     201      400      400      403   403       403 201
readBinary*                  401    401    200     404      400      400      403   403       403 200
updateBinary*                401    401    200     201      400      400      403   403       403 200
readAttachment*              401    401    200     404      400      400      403   403       403 200
createUpload                 401    401    201     201      400      400      403   403       403 201
getUpload                    401    401    200     404      400      400      403   403       403 404
appendToUpload               401    401    204     404      400      400      403   403       403 404
deleteUpload                 401    401    204     404      400      400      403   403       403 404
explainAccess*               401    401    200     200      403      403      403   403       403 403
listAccesses                 401    401    200     200      403      403      403   403       403 403
breakGlass                   401    401    403     403      404      404      403   403       403 403
listBreakGlass               401    401    403     403      403      403      200   403       403 403
patchResource*               401    401    200     404      400      400      403   403       403 200
updateFoundResource*         401    401    201     201      400      400      403   403       403 201
patchFoundResource*          401    401    404     404      400      400      403   403       403 404
deleteFoundResource*         401    401    404     404      400      400      403   403       403 404
showTypeHistory*             401    401    200     200      400      400      403   403       403 200
showSystemHistory*           401    401    200     200      400      400      403   403       403 200
showDifference*              401    401    200     404      400      400      403   403       403 200
showDifferenceByParameters*  401    401    200     404      400      400      403   403       403 200
startExport*                 401    401    202     202      400      400      403   403       403 202
showExport*                  401    401    404     404      400      400      403   403       403 404
cancelExport*                401    401    404     404      400      400      403   403       403 404
downloadExport*              401    401    404     404      400      400      403   403       403 404
importResources*             401    401    200     200      400      400      403   403       403 200
startPatientExport*          401    401    202     202      400      400      403   403       403 202
startExportByParameters*     401    401    202     202      400      400      403   403       403 202
startPatientExportByParameters* 401 401    202     202      400      400      403   403       403 202
showEverything*              401    401    200     404      404      404      403   403       403 200
showEverythingByParameters*  401    401    200     404      404      404      403   403       403 200
showSubscriptionStatuses     401    401    200     200      400      400      403   403       403 200
showSubscriptionStatus       401    401    404     404      400      400      403   403       403 404
showSubscriptionEvents       401    401    404     404      400      400      403   403       403 404
showSubscriptionStatusesByParameters 401 401 200   200      400      400      403   403       403 200
showSubscriptionStatusByParameters 401 401 404     404      400      400      403   403       403 404
showSubscriptionEventsByParameters 401 401 404     404      400      400      403   403       403 404
createAppData                401    401    201     201      403      403      403   403       403 201
listAppData                  401    401    200     200      403      403      403   403       403 200
countAppData                 401    401    200     200      403      403      403   403       403 200
getAppData                   401    401    200     404      403      403      403   403       403 200
updateAppData                401    401    200     404      403      403      403   403       403 200
deleteAppData                401    401    204     404      403      403      403   403       403 204
challengeAppDataKey          401    401    200     200      403      403      403   403       403 403
createAppDataKey             401    401    201     400      403      403      403   403       403 403
listAppDataKeys              401    401    200     200      403      403      403   403       403 403
retireAppDataKey             401    401    204     404      403      403      403   403       403 403
runAppDataBatch              401    401    200     200      403      403      403   403       403 200
listAppDataVersions          401    401    200     404      403      403      403   403       403 200
getAppDataVersion            401    401    200     404      403      403      403   403       403 200
purgeRecord:of-another       401    401    400     400      403      403      403   403       403 403
listReceipts                 401    401    200     200      403      403      403   403       403 200
getReceiptKeys               200    200    200     200      200      200      200   200       200 200
getRecord                    401    401    200     404      403      403      403   403       403 200
getMeasurementKey            401    401    403     403      403      403      403   403       403 200

recordHeartRates             401    401    200     200      403      403      403   403       403 403
listHeartRates               401    401    200     200      403      403      403   403       403 403
changeHeartRate              401    401    200     404      403      403      403   403       403 403
deleteHeartRate              401    401    204     404      403      403      403   403       403 403
recordIntake                 401    401    200     200      403      403      403   403       403 403
listReminders                401    401    200     200      403      403      403   403       403 403
changeReminder               401    401    200     404      403      403      403   403       403 403
deleteReminder               401    401    204     404      403      403      403   403       403 403
getHealthSummary             401    401    200     200      403      403      403   403       403 403
listEvaluations              401    401    200     200      403      403      403   403       403 403
listAlerts                   401    401    200     200      403      403      403   403       403 403
getAlert                     401    401    200     404      403      403      403   403       403 403
answerAlert                  401    401    200     404      403      403      403   403       403 403
getHealthSettings            401    401    200     200      403      403      403   403       403 403
changeHealthSettings         401    401    200     200      403      403      403   403       403 403
useSevenDayAverage           401    401    200     200      403      403      403   403       403 403

createConversation           401    401    201     201      201      201      403   403       403 403
createConversation:patient   401    401    201     403      201      403      403   403       403 403
listConversations            401    401    200     200      200      200      403   403       403 403
getConversation              401    401    200     404      200      404      403   403       403 403
changeConversation           401    401    403     404      200      404      403   403       403 403
addParticipant               401    401    200     404      200      404      403   403       403 403
leaveConversation            401    401    204     403      403      403      403   403       403 403
declineInvitation            401    401    204     404      204      404      403   403       403 403
listItems                    401    401    200     404      200      404      403   403       403 403
sendMessage                  401    401    201     404      201      404      403   403       403 403
sendMessages                 401    401    201     404      201      404      403   403       403 403
setTyping                    401    401    204     404      204      404      403   403       403 403
setSeen                      401    401    204     404      204      404      403   403       403 403
deleteMessage                401    401    204     404      403      404      403   403       403 403
uploadAttachment             401    401    201     201      201      201      403   403       403 403
getAttachment                401    401    200     404      200      404      403   403       403 403
downloadAttachment           200    200    200     200      200      200      200   200       200 200
downloadAttachment:unsigned  403    403    403     403      403      403      403   403       403 403
createStreamTicket           401    401    201     201      201      201      403   403       403 403
openStream                   401    401    101     101      101      101      403   403       403 403
listBlocks                   401    401    200     200      200      200      403   403       403 403
addBlock                     401    401    204     204      204      204      403   403       403 403
removeBlock                  401    401    204     204      204      204      403   403       403 403
listFeed                     401    401    200     200      200      200      403   403       403 403
listNotifications            401    401    200     200      200      200      403   403       403 403
readAllNotifications         401    401    204     204      204      204      403   403       403 403
readNotification             401    401    204     404      404      404      403   403       403 403

createWebhook                401    401    403     403      403      403      403   403       403 201
listWebhooks                 401    401    403     403      403      403      403   403       403 200
getWebhook                   401    401    403     403      403      403      403   403       403 200
changeWebhook                401    401    403     403      403      403      403   403       403 200
deleteWebhook                401    401    403     403      403      403      403   403       403 204
rotateWebhookSecret          401    401    403     403      403      403      403   403       403 201
testWebhook                  401    401    403     403      403      403      403   403       403 200
replayWebhook                401    401    403     403      403      403      403   403       403 201
listWebhookDeliveries        401    401    403     403      403      403      403   403       403 200
"""


def rows() -> dict[str, dict[str, int]]:
    """By row: the status for each caller."""
    header, *lines = [line.split() for line in TABLE.splitlines() if line]
    return {
        name.replace("*", release): dict(zip(header, map(int, statuses), strict=True))
        for name, *statuses in lines for release in (("R4", "STU3") if "*" in name else ("",))
    }


ROWS = rows()
# These end the session or the account, or are about the answer to the only alert that there may be: everyone tries them in a world of their own.
ENDINGS = {
    "logOut", "changePassword", "endOtherSessions", "endOtherBrowsers", "withdrawConsent", "suspendUser", "deleteUser", "changeReminder", "deleteReminder",
    # Nobody else is booked or written to who is not verified.
    "verifyUser", "withdrawVerification",
    # And these are for who has just signed in.
    "beginTOTP", "confirmTOTP", "renewRecoveryCodes", "removeFactor", "inviteGuardian",
    # What is accepted or ended once is not there for the next.
    "acceptGuardianship", "endGuardianship", "beginPasskey", "registerPasskey", "renameFactor", "resetFactors"}
WEBSOCKET = {
    "Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()}
OVERWRITE = {"headers": {"If-Match": "*"}}
# What whoever is signed in may see, and is the same for all of them.
KEPT_BY_BROWSERS = {"getAvatar", "getLogo"}


def another_named(cast: Cast) -> dict:
    cast.renew("appointment")
    return {"id": cast.appointment}


def pictured(cast: Cast) -> dict:
    """With a picture of the patient's."""
    set_it = requests.put(f"{cast.url}/users/{cast.patient.id}/avatar", data=png(8, 8), headers=cast.headers("patient"), timeout=30)
    assert set_it.status_code == 204, set_it.text
    return {}


def shown_picture(cast: Cast) -> dict:
    """The signed address of the patient's."""
    pictured(cast)
    said = requests.get(f"{cast.url}/userinfo", headers=cast.headers("patient"), timeout=30).json()
    return dict(parse_qsl(urlsplit(said["picture"]).query))


def with_logo(cast: Cast) -> dict:
    """With a logo of the patient's organisation."""
    set_it = requests.put(f"{cast.url}/organisations/{cast.organisation}/logo", data=png(8, 8), headers=cast.headers("patient"), timeout=30)
    assert set_it.status_code == 204, set_it.text
    return {}


def moved_nowhere(cast: Cast, appointment: str) -> dict:
    shown = cast.patient.get(f"/appointments/{appointment}").json()
    return {name: shown[name] for name in ("startTime", "endTime")}


def working(cast: Cast) -> str:
    """The colleague practises in the patient's organisation, which vouches for them."""
    path = f"/organisations/{cast.organisation}/members"
    joined = cast.admin.post(path, {"userId": cast.colleague.id, "roles": ["practitioner"]})
    assert joined.status_code in (201, 409), joined.text
    for method, place, body in (("PATCH", "", {"roles": ["practitioner"]}), ("PUT", "/verification", {"licenceNumber": "MB-40213"})):
        answer = cast.admin.call(method, f"{path}/{cast.colleague.id}{place}", body, **OVERWRITE)
        assert answer.ok, answer.text
    return cast.colleague.id


def newcomer(cast: Cast) -> str:
    return sign_up(cast.url, "patient", "newcomer").id


def invited(cast: Cast) -> str:
    """To the patient's organisation."""
    answer = cast.admin.post(f"/organisations/{cast.organisation}/invitations", {"userId": newcomer(cast), "roles": ["reviewer"]})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def account() -> dict:
    return {"username": f"anyone-{uuid.uuid4().hex[:12]}", "password": PASSWORD, "role": "patient"}


def one_parameter(name: str, value: str) -> dict:
    """One parameter of an operation of FHIR's."""
    return {"resourceType": "Parameters", "parameter": [{"name": name, "valueString": value}]}


def authorization(cast: Cast) -> dict:
    return dict(parse_qsl(urlsplit(cast.third_party.begin().address).query))


def page_form(cast: Cast) -> dict:
    """What another site can send for a browser: all but the token of the page."""
    return {"request": urlsplit(cast.third_party.begin().address).query, "form_token": "made-up", "decision": "allow", **account()}


def download(cast: Cast) -> dict:
    shown = cast.patient.get(f"/attachments/{cast.attachment}").json()
    return dict(parse_qsl(urlsplit(shown["download"]["url"]).query))


def providers_patient(cast: Cast) -> dict:
    assert cast.conversation, "by which the provider knows the patient"
    return {"participantIds": [cast.patient.id, cast.colleague.id]}


def proposed(cast: Cast) -> dict:
    """The provider proposes the colleague to the patient."""
    answer = cast.provider.post(f"/conversations/{cast.conversation}/participants", {"userId": cast.colleague.id})
    assert answer.status_code == 202, answer.text
    return {}


def hospital() -> dict:
    return {"name": "Alert Hospital", "latitude": 82.5, "longitude": -62.3, "country": "CA"}


def two_days() -> dict:
    return dict(zip(("from", "to"), map(spelled, next_days(2)), strict=True))


# What a request holds besides its address, where that is anything: the options of `requests`, from what there is.
REQUESTS = {
    # Who has let no app in has nothing to withdraw.
    "withdrawConsent": lambda cast: {} if cast.app else {},
    "signUp": lambda cast: {"json": account()},
    "logIn": lambda cast: {"json": {"username": cast.patient.username, "password": PASSWORD}},
    "withdrawErasure": lambda cast: {"json": {"username": cast.patient.username, "password": PASSWORD}},
    "withdrawErasureOnPage": lambda cast: {"data": page_form(cast)},
    "changePassword": lambda cast: {"json": {"current": PASSWORD, "new": PASSWORD}},
    "forgotPassword": lambda cast: {"json": {"usernameOrEmail": "nobody-of-that-name"}},
    "forgotPasswordOnPage": lambda cast: {"data": page_form(cast)},
    "setPasswordOnPage": lambda cast: {"data": page_form(cast)},
    "confirmTOTP": lambda cast: {"json": {"code": factors.code(factors.begin(cast.patient))}},
    # Who has no factor has no codes.
    "renewRecoveryCodes": lambda cast: {} if cast.factor else {},
    "inviteGuardian": lambda cast: {"json": {"email": f"{uuid.uuid4().hex}@example.org"}},
    "changeEmail": lambda cast: {"json": {"email": "anyone@example.org", "password": PASSWORD}},
    "registerPasskey": lambda cast: {"json": {"name": "Phone", "credential": passkeys.registration(passkeys.begin(cast.patient), passkeys.origin(cast.url))}},
    "renameFactor": lambda cast: {"json": {"name": "Phone"}},
    "resetFactors": lambda cast: {"json": {"reason": "lost"}},
    "verifyUser": lambda cast: {"json": {"licenceNumber": "MB-40213"}},
    "createOrganisation": lambda cast: {"json": cast.clinic()},
    "changeOrganisation": lambda cast: {"json": {"name": "Another name"}, **OVERWRITE},
    "addMember": lambda cast: {"json": {"userId": newcomer(cast), "roles": ["reviewer"]}},
    "closeOrganisation": lambda cast: OVERWRITE,
    "changeMember": lambda cast: {"json": {"roles": ["receptionist"]}, **OVERWRITE},
    "removeMember": lambda cast: OVERWRITE,
    "verifyMember": lambda cast: {"json": {"licenceNumber": "MB-40213"}},
    "inviteMember": lambda cast: {"json": {"userId": newcomer(cast), "roles": ["reviewer"]}},
    "createTeam": lambda cast: {"json": {"name": f"Team {uuid.uuid4().hex}", "memberIds": [cast.patient.id]}},
    "changeTeam": lambda cast: {"json": {"memberIds": []}, **OVERWRITE},
    "deleteTeam": lambda cast: OVERWRITE,
    "suspendUser": lambda cast: {"json": {"reason": "request"}},
    **{name: (lambda cast: {"json": {"redirect_uris": ["https://client.example.org/cb"]}}) for name in ("registerClient", "replaceRegistration")},
    "createClient": lambda cast: {"json": cast.new_client()},
    "changeClient": lambda cast: {"json": {"name": "Another"}, **OVERWRITE},
    "disableClient": lambda cast: OVERWRITE,
    "rotateClientSecret": lambda cast: {"json": {}, **OVERWRITE},
    "verifyEmailOnPage": lambda cast: {"data": page_form(cast)},
    "authorize": lambda cast: {"params": authorization(cast)},
    "postAuthorize": lambda cast: {"data": authorization(cast)},
    "logInOnPage": lambda cast: {"data": page_form(cast)},
    "enterCodeOnPage": lambda cast: {"data": page_form(cast)},
    "beginPasskeyLogin": lambda cast: {"data": page_form(cast)},
    "logInWithPasskeyOnPage": lambda cast: {"data": page_form(cast)},
    "decideConsent": lambda cast: {"data": page_form(cast)},
    "showSignUp": lambda cast: {"params": authorization(cast)},
    "signUpOnPage": lambda cast: {"data": page_form(cast)},
    "confirmLogout": lambda cast: {"data": page_form(cast)},
    "makeToken": lambda cast: {"data": {"grant_type": "client_credentials", **cast.machine_credentials}},
    "pushRequest": lambda cast: {"data": authorization(cast)},
    # Whether a provider may see anything there the records' service says.
    "createLaunch": lambda cast: {"json": {"clientId": cast.third_party.client_id, "patientId": cast.patient.id}},
    # Its app knows no device.
    "authorizeDevice": lambda cast: {"data": {"scope": "openid", **cast.machine_credentials}},
    "revokeToken": lambda cast: {"data": {"token": "unknown", **cast.machine_credentials}},
    "introspectToken": lambda cast: {"data": {"token": "unknown", **cast.machine_credentials}},
    "listProviderSlots": lambda cast: {"params": two_days()},
    "listSpecialtySlots": lambda cast: {"params": two_days()},
    "addAvailability": lambda cast: {"json": {"slotMinutes": 30}},
    "changeAvailability": lambda cast: {"json": {"slotMinutes": 30}},
    "changeAvailabilityInterval": lambda cast: {"json": {"kind": "busy"}},
    "bookAppointment": lambda cast: {"json": cast.free_slot},
    "bookAppointment:for-another": lambda cast: {"json": {**cast.free_slot, "patientId": cast.patient.id}},
    "changeAppointment": lambda cast: {"json": moved_nowhere(cast, cast.appointment)},
    "changeAppointment:at-the-desk": lambda cast: {"json": moved_nowhere(cast, cast.desk_appointment)},
    "changeAppointmentInBody": lambda cast: {"json": {"id": cast.appointment, **moved_nowhere(cast, cast.appointment)}},
    "cancelAppointmentInBody": lambda cast: {"json": another_named(cast)},
    "findNearestERs": lambda cast: {"params": {"latitude": 82.5, "longitude": -62.3}},
    "createER": lambda cast: {"json": hospital()},
    "importERs": lambda cast: {"json": {"source": "authorisation", "dryRun": True, "items": [{"sourceId": "1", **hospital()}]}},
    "changeER": lambda cast: {"json": {"phone": "(204) 555-0123"}, **OVERWRITE},
    "removeER": lambda cast: OVERWRITE,
    "setERScheduleRange": lambda cast: {"json": {"from": cast.tomorrow(), "to": cast.tomorrow(), "preset": "closed"}, **OVERWRITE},
    "setERScheduleDate": lambda cast: {"json": {"preset": "closed"}, **OVERWRITE},
    "forgetERScheduleDate": lambda cast: OVERWRITE,
    "runBundle": lambda cast: {"json": {"resourceType": "Bundle", "type": "batch", "entry": [{"request": {"method": "GET", "url": "Basic"}}]}},
    "createResource": lambda cast: {"json": cast.resource()},
    "searchResourcesByForm": lambda cast: {"data": {"_count": "1"}},
    "searchAllByForm": lambda cast: {"data": {"_count": "1"}},
    "searchCompartmentByForm": lambda cast: {"data": {"_count": "1"}},
    "updateResource": lambda cast: {"json": cast.resource(id=cast.fhir)},
    "validateType": lambda cast: {"json": cast.resource()},
    "validateInstance": lambda cast: {"json": cast.resource(id=cast.fhir)},
    "patchResource": lambda cast: {"data": '[{"op":"add","path":"/language","value":"en"}]', "headers": {"Content-Type": "application/json-patch+json"}},
    # Of what nobody has.
    "patchFoundResource": lambda cast: {
        "params": {"_id": "nothing"}, "data": '[{"op":"add","path":"/language","value":"en"}]', "headers": {"Content-Type": "application/json-patch+json"}},
    "updateFoundResource": lambda cast: {"params": {"_id": "nothing"}, "json": cast.resource()},
    "deleteFoundResource": lambda cast: {"params": {"_id": "nothing"}},
    "showDifference": lambda cast: {"params": {"from": 1, "to": 1}},
    "startExport": lambda cast: {"params": {"_type": "Basic"}, "headers": {"Prefer": "respond-async"}},
    # Of a Basic, which is no patient.
    "startPatientExport": lambda cast: {"headers": {"Prefer": "respond-async"}},
    "startExportByParameters": lambda cast: {"json": one_parameter("_type", "Basic"), "headers": {"Prefer": "respond-async"}},
    "startPatientExportByParameters": lambda cast: {"json": one_parameter("_type", "Basic"), "headers": {"Prefer": "respond-async"}},
    "showEverythingByParameters": lambda cast: {"json": one_parameter("_type", "Basic")},
    "showDifferenceByParameters": lambda cast: {
        "json": {"resourceType": "Parameters", "parameter": [{"name": name, "valueInteger": 1} for name in ("from", "to")]}},
    "showSubscriptionStatusesByParameters": lambda cast: {"json": one_parameter("status", "active")},
    "showSubscriptionStatusByParameters": lambda cast: {"json": {"resourceType": "Parameters"}},
    "showSubscriptionEventsByParameters": lambda cast: {"json": one_parameter("content", "empty")},
    "importResources": lambda cast: {"data": "", "headers": {"Content-Type": "application/fhir+ndjson"}},
    "runAppDataBatch": lambda cast: {"json": {"items": [{"operation": "read", "id": "nothing"}]}},
    # Who has just signed in, of somebody else's record.
    "purgeRecord:of-another": lambda cast: {"json": {"patientId": cast.colleague.id}},
    "readResource:of-another": lambda cast: {"headers": {"Care-Person": cast.patient.id}},
    # There is no such person: whoever gets so far may ask.
    "breakGlass": lambda cast: {"json": {"patientId": str(uuid.uuid4()), "reason": "Unconscious"}},
    "createAppData": lambda cast: {"json": {"colour": "blue"}},
    "challengeAppDataKey": lambda cast: {"json": {"publicKey": sealed_data.encoded(sealed_data.Device.of(cast.patient).public)}},
    # Whose challenge it was answers it.
    "createAppDataKey": lambda cast: {"json": sealed_data.Device.of(cast.patient).proof()},
    "createBinary": lambda cast: {"data": b"Dear Dr Amara", "headers": {"Content-Type": "text/plain"}},
    "updateBinary": lambda cast: {"data": b"Dear Dr Amara", "headers": {"Content-Type": "text/plain"}},
    "readAttachment": lambda cast: {"params": {"path": "extension.valueAttachment"}},
    "createUpload": lambda cast: {"headers": {"Tus-Resumable": "1.0.0", "Upload-Length": "9"}},
    "appendToUpload": lambda cast: {"headers": {"Tus-Resumable": "1.0.0", "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}},
    "deleteUpload": lambda cast: {"headers": {"Tus-Resumable": "1.0.0"}},
    "updateAppData": lambda cast: {"json": {"colour": "blue"}},
    "recordHeartRates": lambda cast: {"json": measurement(61)},
    "changeHeartRate": lambda cast: {"json": {"bpm": 63}, **OVERWRITE},
    "deleteHeartRate": lambda cast: OVERWRITE,
    "changeReminder": lambda cast: {"json": {"dueAt": (datetime.now(UTC) + timedelta(hours=3)).isoformat()}, **OVERWRITE},
    "deleteReminder": lambda cast: OVERWRITE,
    "answerAlert": lambda cast: {"json": {"taken": "yes"}},
    "changeUser": lambda cast: {"json": {"languages": ["en"]}},
    "getAvatar": pictured,
    "showAvatar": lambda cast: {"params": shown_picture(cast)},
    "setAvatar": lambda cast: {"data": png(8, 8)},
    "removeAvatar": pictured,
    "getLogo": with_logo,
    "setLogo": lambda cast: {"data": png(8, 8)},
    "removeLogo": with_logo,
    # Whoever asks brings no browser's login along.
    **{name: (lambda cast: {"data": page_form(cast)}) for name in (
        "changeProfileOnPage", "changePictureOnPage", "changeEmailOnPage", "changePasswordOnPage", "endLoginOnPage", "exportOnPage", "changeGuardianshipOnPage", "eraseOnPage", "enterDeviceCode", "decideDevice", "changePersonOnPage", "changeAppOnPage", "registerAppOnPage", "changeFactorsOnPage", "beginTOTPOnPage", "confirmTOTPOnPage",
        "beginPasskeyOnPage", "registerPasskeyOnPage", "acceptInvitationOnPage")},
    "changeHealthSettings": lambda cast: {"json": {"boundary": 75}},
    "createConversation": lambda cast: {"json": {"participantIds": [cast.colleague.id]}},
    "createConversation:patient": lambda cast: {"json": providers_patient(cast)},
    "changeConversation": lambda cast: {"json": {"closed": False}},
    "addParticipant": lambda cast: {"json": {"userId": cast.colleague.id}},
    "declineInvitation": proposed,
    "sendMessage": lambda cast: {"json": {"clientId": str(uuid.uuid4()), "content": {"text": "Since Monday."}}},
    "sendMessages": lambda cast: {"json": {"items": [{"clientId": str(uuid.uuid4()), "content": {"text": "Since Monday."}}]}},
    "uploadAttachment": lambda cast: {"files": {"file": ("foot.png", png(8, 8), "image/png")}},
    "downloadAttachment": lambda cast: {"params": download(cast)},
    "openStream": lambda cast: {"headers": WEBSOCKET},
    "createWebhook": lambda cast: {"json": cast.hook()},
    "changeWebhook": lambda cast: {"json": {"description": "Our CRM"}},
    "rotateWebhookSecret": lambda cast: {"json": {}},
    "replayWebhook": lambda cast: {"json": {"from": datetime.now(UTC).isoformat()}},
}


# Whom the path's {userId} names; anybody otherwise.
USERS = {"declineInvitation": lambda cast: cast.colleague.id, "leaveConversation": lambda cast: cast.patient.id,
         **dict.fromkeys(("changeMember", "removeMember", "verifyMember", "withdrawMembersVerification"), working)}


@dataclass
class Operation:
    name: str
    method: str
    path: str
    # Of what the path's {id} names, by the name of the parameter in the contract.
    kind: str | None
    # What an app needs for it; none where no scope is enough.
    scopes: set[str]


def operations() -> dict[str, Operation]:
    found = {}
    for path, item in read(CONTRACT)["paths"].items():
        for method in METHODS & item.keys():
            name = item[method]["operationId"]
            references = [each.get("$ref", "") for each in item.get("parameters", []) + item[method].get("parameters", [])]
            kinds = [each.rpartition("/")[2].removesuffix("Id") for each in references if each.endswith("Id")]
            scopes = {scope for each in item[method].get("security", []) for scope in each.get("oauth", [])}
            # What is one's own and for admins, too, asks for its scope itself: the contract says which.
            scopes |= set(re.findall(r"\(scope `(\w+:\w+)`", item[method].get("description", "")))
            found[name] = Operation(name, method.upper(), path, "chart" if "/Patient/{id}" in path else kinds[0] if "{id}" in path else None, scopes)
    return found


OPERATIONS = operations()


def operation_of(row: str) -> Operation:
    return OPERATIONS[row.partition(":")[0]]


def thing(row: str) -> str | None:
    """Which one of the cast's it is about."""
    return "desk_appointment" if row.endswith(":at-the-desk") else operation_of(row).kind


def ask(row: str, caller: str, cast: Cast, id: str | None = None, more: dict | None = None, **params: str | int) -> requests.Response:
    """The row's request by this caller, of the thing that is there unless `id` names another; with `more` headers and parameters of the query."""
    operation = operation_of(row)
    client = cast.client if operation.path.startswith(("/admin/clients/", "/admin/apps/")) else cast.third_party.client_id
    path = operation.path.format(
        id=id or (operation.kind and cast.id(thing(row))), type="Patient" if "{inner}" in operation.path else "Basic", inner="Basic", version=1,
        export=uuid.uuid4(), file=1, specialty=cast.specialty, date=cast.tomorrow(), clientId=client,
        factorId=(cast.passkey if operation.name == "renameFactor" else cast.factor) if "{factorId}" in operation.path else None,
        guardianshipId=cast.guardianship if "{guardianshipId}" in operation.path else None,
        invitationId=invited(cast) if "{invitationId}" in operation.path else None,
        teamId=cast.team if "{teamId}" in operation.path else None,
        userId=USERS.get(operation.name, lambda cast: uuid.uuid4())(cast))
    options = REQUESTS.get(of_any_release(row), lambda cast: {})(cast)
    headers = {**cast.headers(caller), **options.get("headers", {}), **(more or {})}
    # Anew: what many rows share is nobody's to change.
    options = {**options, "headers": headers, "params": {**options.get("params", {}), **params}}
    answer = requests.request(operation.method, cast.url + path, **options, allow_redirects=False, timeout=30)
    if operation.path.endswith("$export") and answer.ok:
        # Five of a caller's are kept at once.
        assert requests.delete(cast.url + urlsplit(answer.headers["Content-Location"]).path, headers=headers, timeout=30).status_code == 202
    return answer


def of_any_release(row: str) -> str:
    return row.replace("STU3", "").replace("R4", "")


def said(answer: requests.Response) -> str:
    return answer.text.replace(answer.headers["X-Request-Id"], "")


def test_no_operation_is_forgotten():
    assert {row.partition(":")[0] for row in ROWS} == OPERATIONS.keys()
    assert REQUESTS.keys() <= {of_any_release(row) for row in ROWS}


@pytest.mark.parametrize("row", ROWS)
def test_who_is_let_in(row, cast, another_cast):
    operation = operation_of(row)
    found = {}
    for caller in ROWS[row]:
        there = another_cast() if operation.name in ENDINGS else cast
        answer = ask(row, caller, there)
        found[caller] = answer.status_code
        if answer.status_code == 401:
            assert "WWW-Authenticate" in answer.headers, "RFC 9110, 11.6.1"
        if answer.status_code == 403 and caller == "app" and found["nobody"] == 401:
            assert 'error="insufficient_scope"' in answer.headers.get("WWW-Authenticate", ""), "RFC 6750, 3.1"
        if answer.status_code == 404 and operation.kind:
            assert said(answer) == said(ask(row, caller, there, str(uuid.uuid4()))), f"the {caller} can tell that it exists"
        if answer.status_code // 100 == 2 and found["nobody"] == 401 and operation.name not in KEPT_BY_BROWSERS:
            assert "no-store" in answer.headers.get("Cache-Control", ""), "a browser would keep it"
        if operation.method in ("PUT", "DELETE"):
            there.renew(thing(row))
            there.renew("team")
    assert found == ROWS[row]


def test_whoever_reads_changes_nothing(cast):
    """What changes anything for others emits an event, which has the trace of its request: of requests by a safe method none has."""
    reading, writing = ({"traceparent": f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-01"} for _ in range(2))
    answered = 0
    for row, statuses in ROWS.items():
        caller = next((caller for caller, status in statuses.items() if status < 400), None)
        # FHIR begins an export by a GET, which takes `Prefer: respond-async` and a token.
        if operation_of(row).method == "GET" and caller and not row.startswith("start"):
            answered += ask(row, caller, cast, more=reading).ok
    assert answered > 100
    for row in ("bookAppointment", "createConversation", "createResourceR4"):
        assert ask(row, "patient", cast, more=writing).ok, row
    events = {
        name: [int(asked(database, f"SELECT count(*) FROM outbox WHERE traceparent LIKE '{trace['traceparent'][:36]}%'")) for database in DATABASES]
        for name, trace in (("reading", reading), ("writing", writing))}
    assert sum(events["reading"]) == 0 and sum(1 for count in events["writing"] if count) >= 3, events


def in_person(operation: Operation) -> bool:
    """What is about the account itself: nobody does it for somebody else."""
    if operation.name in ("getAvatar", "getLogo", "listUserAppointments"):
        return False
    # What only the person's own devices are to open.
    if operation.name in ("challengeAppDataKey", "createAppDataKey", "retireAppDataKey"):
        return True
    return operation.path.startswith(("/account", "/admin", "/oauth/launches", "/organisations", "/users/{id}", "/userinfo", "/records/purge"))


def as_guardian(row: str) -> int:
    """In the patient's place, whatever is care, and nothing of the account."""
    return 403 if ROWS[row]["nobody"] == 401 and in_person(operation_of(row)) else ROWS[row]["patient"]


def as_suspended(row: str) -> int:
    """Their token is nobody's any more, as one that was made up."""
    return ROWS[row]["broken"]


def as_unverified(row: str) -> int:
    """As another provider, but for what is for those whom somebody vouches for."""
    return 403 if operation_of(row).name in ("createConversation", "breakGlass") else ROWS[row]["outsider"]


# Where its scopes are not what decides: what takes one of several, and what is for the platform's own apps.
WIDE_APP = {
    "postUserInfo": 200, "validateType": 200, "validateInstance": 200, "createLaunch": 403, "purgeRecord": 403,
    **dict.fromkeys(["beginTOTP", "confirmTOTP", "renewRecoveryCodes", "removeFactor", "beginPasskey", "registerPasskey", "inviteGuardian"], 403)}


def as_wide_app(row: str) -> int:
    """As the patient where its scopes reach, and as an app without any elsewhere."""
    operation = operation_of(row)
    reaches = operation.scopes and operation.scopes <= set(THIRD_PARTYS_SCOPES)
    return WIDE_APP.get(of_any_release(operation.name), ROWS[row]["patient" if reaches else "app"])


def as_owner(row: str) -> int:
    """Everything of an organisation, as the patient may of theirs; at the desk, what was booked there; else as any other patient."""
    if operation_of(row).path.startswith("/organisations/{id}"):
        return ROWS[row]["patient"]
    return at_the_desk(row) or ROWS[row]["stranger"]


def as_receptionist(row: str) -> int:
    """The same at the desk; of the organisation, to see who is there."""
    operation = operation_of(row)
    if operation.path.startswith("/organisations/{id}"):
        return ROWS[row]["patient"] if operation.method == "GET" and operation.name != "listInvitations" else 403
    return at_the_desk(row) or ROWS[row]["stranger"]


def at_the_desk(row: str) -> int | None:
    return ROWS[row]["patient"] if row.endswith((":at-the-desk", ":for-another")) else 200 if row == "listProviderAppointments" else None


# Who else may come along: what each hears follows from the table.
DERIVED = {
    "guardian": as_guardian, "suspended": as_suspended, "unverified": as_unverified, "wide_app": as_wide_app, "owner": as_owner, "receptionist": as_receptionist}


@pytest.mark.parametrize("row", ROWS)
def test_who_else_is_let_in(row, cast, another_cast):
    operation, found = operation_of(row), {}
    for caller in DERIVED:
        there = another_cast() if operation.name in ENDINGS else cast
        # Before what is asked has it set up a second factor, without which the patient signs in to invite.
        there.headers(caller)
        if caller in ("owner", "receptionist") and operation.path.startswith("/organisations/{id}"):
            there.join(there.organisation, there.id(caller), caller)
        answer = ask(row, caller, there)
        found[caller] = answer.status_code
        if operation.method in ("PUT", "DELETE"):
            there.renew(thing(row))
            there.renew("team")
    assert found == {caller: expected(row) for caller, expected in DERIVED.items()}


def as_administrator(row: str) -> int:
    """As an owner; but the organisation is not theirs to close."""
    return 403 if operation_of(row).name == "closeOrganisation" else as_owner(row)


# Who has a place in an organisation and no desk there: elsewhere they are whoever they are.
STAFF = {"administrator": as_administrator, "practitioner": as_receptionist, "reviewer": as_receptionist}


@pytest.mark.parametrize("row", [row for row in ROWS if operation_of(row).path.startswith("/organisations/{id}")])
def test_who_is_let_in_by_their_place_in_an_organisation(row, cast):
    found = {}
    for caller in STAFF:
        cast.join(cast.organisation, cast.id(caller), caller)
        found[caller] = ask(row, caller, cast).status_code
        if operation_of(row).method in ("PUT", "DELETE"):
            cast.renew(thing(row))
            cast.renew("team")
    assert found == {caller: expected(row) for caller, expected in STAFF.items()}


def test_what_a_stranger_writes_at_a_patients_address_is_the_strangers(another_cast):
    """An address of a record is the person's own: the 201 of `updateResource` made another resource."""
    cast = another_cast()
    path = f"/fhir/r4/Basic/{cast.fhir}"
    before = cast.patient.get(path)
    theirs = cast.stranger.call("PUT", path, cast.resource(id=cast.fhir, language="fr"))
    assert theirs.status_code == 201 and theirs.headers["ETag"] == 'W/"1"'
    after = cast.patient.get(path)
    assert after.headers["ETag"] == before.headers["ETag"] and after.json() == before.json()
