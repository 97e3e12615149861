"""Asynchronous I/O without I/O: an event loop for coroutines, tasks and the
primitives that make them work together."""
from asyncio.base_events import *
from asyncio.events import *
from asyncio.exceptions import *
from asyncio.futures import *
from asyncio.locks import *
from asyncio.queues import *
from asyncio.runners import *
from asyncio.taskgroups import *
from asyncio.tasks import *
from asyncio.threads import *
from asyncio.timeouts import *
from asyncio.base_events import DefaultEventLoopPolicy
from asyncio.tasks import _leave_task, _enter_task, _register_task, _unregister_task, iscoroutine, iscoroutinefunction
import asyncio.base_events as base_events
import asyncio.events as events
import asyncio.exceptions as exceptions
import asyncio.futures as futures
import asyncio.locks as locks
import asyncio.mixins as mixins
import asyncio.queues as queues
import asyncio.runners as runners
import asyncio.taskgroups as taskgroups
import asyncio.tasks as tasks
import asyncio.threads as threads
import asyncio.timeouts as timeouts

__path__ = []
__all__ = (base_events.__all__ + events.__all__ + exceptions.__all__ + futures.__all__ + locks.__all__ + runners.__all__
           + queues.__all__ + taskgroups.__all__ + tasks.__all__ + threads.__all__ + timeouts.__all__
           + ('iscoroutine', 'iscoroutinefunction', 'DefaultEventLoopPolicy'))
